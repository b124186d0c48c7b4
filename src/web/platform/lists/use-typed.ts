import { useEffect, useState } from 'react';

/** A text that is passed on once typing rests for `restMs`, and that follows `value` when something else changes that. */
export function useTyped(
  value: string,
  onRest: (text: string) => void,
  restMs: number,
): [string, (text: string) => void] {
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

/** A typed text as it is searched for. */
export function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
