import { type InputHTMLAttributes, useState } from 'react';
import * as texts from '#texts/ui.ts';
import { Field } from './Field.tsx';

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** A password field that can be shown and hidden again; each field has its own switch, named after the field. */
export function PasswordInput({ label, hint, error, ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <div className="relative">
          <input {...input} {...parts} type={isShown ? 'text' : 'password'} className="field-box pr-16" />
          <button
            type="button"
            className="absolute inset-y-0 right-0 min-w-11 px-3 text-note font-semibold text-green"
            aria-controls={parts.id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
            <span className="unseen">{label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
