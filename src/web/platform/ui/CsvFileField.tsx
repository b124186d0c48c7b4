import { type Ref, useState } from 'react';
import * as texts from '#texts/ui.ts';
import { Field } from './Field.tsx';

type CsvFileFieldProps = {
  label: string;
  isOptional?: boolean;
  /** What stands in the chosen file; undefined when none is chosen any more, or it holds no text. */
  onRead: (text: string | undefined) => void;
  ref?: Ref<HTMLInputElement>;
};

/** Takes a file of lines and reads its text in the browser; says so where the file is empty or is no text. */
export function CsvFileField({ label, isOptional = false, onRead, ref }: CsvFileFieldProps) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    const text = file && textIn(await file.arrayBuffer());
    setProblem(file && text === undefined ? texts.fileHoldsNoText : undefined);
    onRead(text);
  };
  return (
    <Field label={label} isOptional={isOptional} error={problem}>
      {(parts) => (
        <input
          {...parts}
          ref={ref}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="field-box py-2"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      )}
    </Field>
  );
}

/** The text of a file; undefined where it has none, or bytes that no text has: such a file would be read as a list of nobody. */
function textIn(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' || text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8: there is no text to go on with, and the field says so.
    return undefined;
  }
}
