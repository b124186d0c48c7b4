import { Checkbox } from '../../platform/ui/Checkbox.tsx';

type ChoicesProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  options: readonly { value: string; label: string; note?: string | undefined }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
};

/** Several of a list, each by a tick. */
export function Choices({ label, hint, error, options, values, onChange }: ChoicesProps) {
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...values, value] : values.filter((each) => each !== value));
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      {hint && <p className="text-note text-soft">{hint}</p>}
      <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {options.map(({ value, label: name, note }) => (
          <Checkbox
            key={value}
            className="min-h-12"
            label={name}
            note={note}
            checked={values.includes(value)}
            onChange={({ target }) => toggle(value, target.checked)}
          />
        ))}
      </div>
      {error && <p className="text-note font-semibold text-red">{error}</p>}
    </fieldset>
  );
}

/** Values that are their own names. */
export function plainOptions(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }));
}
