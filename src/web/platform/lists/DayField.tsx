import { TextField } from '../ui/Field.tsx';
import { useTyped } from './use-typed.ts';

type DayFieldProps = { label: string; value: string; error?: string | undefined; onDay: (day: string) => void };

/** A day of a list's period. Kept apart from the address while it is typed: a year has three other years before its fourth digit. */
export function DayField({ label, value, error, onDay }: DayFieldProps) {
  const [text, setText] = useTyped(value, onDay, 500);
  return (
    <TextField
      type="date"
      label={label}
      error={error}
      value={text}
      max="2999-12-31"
      onChange={(event) => setText(event.target.value)}
    />
  );
}
