import { SelectField, type SelectOption } from '../ui/Select.tsx';

/** Radix's list has no empty value; this one stands for "no choice" and is never in the address. */
const all = 'all';

type FilterFieldProps = {
  label: string;
  /** The words for no filter, such as "Every status". */
  allLabel: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
};

/** A filter of a list; an empty value filters nothing. */
export function FilterField({ label, allLabel, options, value, onChange }: FilterFieldProps) {
  return (
    <SelectField
      label={label}
      options={[{ value: all, label: allLabel }, ...options]}
      value={value || all}
      onChange={(chosen) => onChange(chosen === all ? '' : chosen)}
    />
  );
}
