import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import * as texts from '#texts/ui.ts';
import { classNames } from './class-names.ts';

export type FieldParts = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldProps = {
  label: ReactNode;
  /** Shown under the label before anything is typed. */
  hint?: ReactNode;
  /** What is wrong and how to put it right; shown with the field and read out with it. */
  error?: string | undefined;
  isOptional?: boolean;
  className?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
};

/** A labelled form field around any control: pass the given parts on to the control. */
export function Field({ label, hint, error, isOptional = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-soft"> {texts.optional}</span>}
      </label>
      {hint && (
        <p id={hintId} className="text-note text-soft">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} className="text-note font-semibold text-red">
          {error}
        </p>
      )}
    </div>
  );
}

type Described = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
  fieldClassName?: string;
};

/** A one-line text field with label, hint and error. Takes every attribute of an input. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  fieldClassName,
  className,
  ...input
}: Described & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field {...fieldProps({ label, hint, error, isOptional, fieldClassName })}>
      {(parts) => <input {...input} {...parts} className={classNames('field-box', className)} />}
    </Field>
  );
}

/** A text field of several lines with label, hint and error. */
export function TextAreaField({
  label,
  hint,
  error,
  isOptional,
  fieldClassName,
  className,
  ...area
}: Described & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field {...fieldProps({ label, hint, error, isOptional, fieldClassName })}>
      {(parts) => <textarea rows={4} {...area} {...parts} className={classNames('field-box', className)} />}
    </Field>
  );
}

type Given = { [Name in keyof Described]: Described[Name] | undefined };

function fieldProps({ label, hint, error, isOptional = false, fieldClassName }: Given) {
  return { label, hint, error, isOptional, className: fieldClassName };
}
