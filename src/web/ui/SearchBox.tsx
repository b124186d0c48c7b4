import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Field } from './Field.tsx';

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  value: string;
  /** Takes the tidied text once typing rests, or on Enter. */
  onSearch: (text: string) => void;
};

/** The search of a list: applies once typing rests; Enter does not wait for the pause. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useTyped(value, onSearch, 300);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(tidy(text));
      }}
    >
      <Field label={label}>
        {(parts) => (
          <div className="relative">
            <Search
              size={18}
              strokeWidth={1.75}
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft"
            />
            <input
              {...parts}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              maxLength={100}
              placeholder={placeholder}
              className="field-box pl-10"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
      </Field>
    </form>
  );
}

/** A text that is passed on once typing rests for `restMs`, and that follows `value` when something else changes that. */
export function useTyped(
  value: string,
  onRest: (text: string) => void,
  restMs: number,
): [text: string, setText: (text: string) => void] {
  const [state, setState] = useState({ text: value, sent: value, seen: value });
  if (value !== state.seen) {
    // What comes back of our own typing must not overwrite what has been typed since.
    setState(value === state.sent ? { ...state, seen: value } : { text: value, sent: value, seen: value });
  }
  const typed = tidy(state.text);
  useEffect(() => {
    if (typed === state.sent) return;
    const timer = setTimeout(() => {
      setState((now) => ({ ...now, sent: typed }));
      onRest(typed);
    }, restMs);
    return () => clearTimeout(timer);
  }, [typed, state.sent, onRest, restMs]);
  return [state.text, (text) => setState((now) => ({ ...now, text }))];
}

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
