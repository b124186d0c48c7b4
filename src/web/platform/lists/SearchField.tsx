import { Search } from 'lucide-react';
import { Field } from '../ui/Field.tsx';
import { tidy, useTyped } from './use-typed.ts';

type SearchFieldProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void };

/** The search of a list: applies when typing rests; Enter does not wait for that. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
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
