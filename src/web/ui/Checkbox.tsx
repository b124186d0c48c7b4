import type { InputHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; note?: ReactNode };

/** A tick box with its words as the label: the whole line can be tapped. `note` is a quieter text at its end, such as a count. */
export function Checkbox({ label, note, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3', className)}>
      <input {...input} type="checkbox" className="size-6 shrink-0" />
      <span className="grow">{label}</span>
      {note !== undefined && <span className="figures shrink-0 whitespace-nowrap text-sm text-soft">{note}</span>}
    </label>
  );
}

type RadioProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; note?: ReactNode };

/** One of a group of choices that share a `name`. */
export function Radio({ label, note, className, ...input }: RadioProps) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3', className)}>
      <input {...input} type="radio" className="size-6 shrink-0" />
      <span className="grow">{label}</span>
      {note !== undefined && <span className="figures text-sm text-soft">{note}</span>}
    </label>
  );
}
