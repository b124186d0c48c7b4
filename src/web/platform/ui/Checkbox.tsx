import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  note?: ReactNode;
  error?: string | undefined;
};

/**
 * A tick box with its words as the label: the whole line can be tapped. `note` is a quieter text at its end, such as a count; `error` says what is wrong
 * and is read out with it.
 */
export function Checkbox(props: CheckboxProps) {
  const errorId = useId();
  const { error, ...box } = props;
  // Whatever may get an error has its place from the start: with a new one the box would lose the focus just as the error comes.
  if (!('error' in props)) return <TickBox {...box} />;
  const described = error ? { 'aria-describedby': errorId, 'aria-invalid': true } : {};
  return (
    <div>
      <TickBox {...box} {...described} />
      {error && (
        <p id={errorId} className="text-note font-semibold text-red">
          {error}
        </p>
      )}
    </div>
  );
}

function TickBox({ label, note, className, ...input }: Omit<CheckboxProps, 'error'>) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3', className)}>
      <input {...input} type="checkbox" className="size-6 shrink-0" />
      <span className="grow">{label}</span>
      {note !== undefined && <span className="figures shrink-0 whitespace-nowrap text-note text-soft">{note}</span>}
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
      {note !== undefined && <span className="figures text-note text-soft">{note}</span>}
    </label>
  );
}
