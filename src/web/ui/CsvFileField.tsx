import type { Ref } from 'react';
import { Field } from './Field.tsx';

type CsvFileFieldProps = {
  label: string;
  isOptional?: boolean;
  /** What stands in the chosen file; undefined when none is chosen any more. */
  onRead: (text: string | undefined) => void;
  ref?: Ref<HTMLInputElement>;
};

/** Takes a file of lines and reads its text in the browser. */
export function CsvFileField({ label, isOptional = false, onRead, ref }: CsvFileFieldProps) {
  return (
    <Field label={label} isOptional={isOptional}>
      {(parts) => (
        <input
          {...parts}
          ref={ref}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="field-box py-2"
          onChange={async ({ target }) => onRead(await target.files?.[0]?.text())}
        />
      )}
    </Field>
  );
}
