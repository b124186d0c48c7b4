import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, useState } from 'react';
import { Field } from './Field.tsx';

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** A password field that can be shown and hidden again; each field has its own switch, named after the field. */
export function PasswordInput({ label, hint, error, ...input }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <div className="relative">
          <input {...input} {...parts} type={isShown ? 'text' : 'password'} className="field-box pr-24" />
          <button
            type="button"
            className="absolute inset-y-0 right-0 flex min-w-11 items-center gap-1.5 px-3 text-sm font-semibold text-green"
            aria-controls={parts.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            {isShown ? 'Hide' : 'Show'}
            <span className="unseen">{label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
