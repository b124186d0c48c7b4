import type { ReactNode } from 'react';
import { useId } from 'react';

type SwitchLineProps = {
  label: string;
  /** What it means, or why it can't be turned on. */
  note: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onTurn: (isOn: boolean) => void;
};

/**
 * A switch with its words; the whole line can be tapped. One that is disabled stays as it is, but can be reached by key: the browser's own `disabled`
 * would take the focus away from who has just pressed it.
 */
export function SwitchLine({ label, note, isOn, isDisabled = false, onTurn }: SwitchLineProps) {
  const id = useId();
  return (
    <div className="relative flex items-center gap-4 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 grow">
        <label htmlFor={id} className="font-semibold after:absolute after:inset-0">
          {label}
        </label>
        <div id={`${id}-note`} className="text-note text-soft [&_a]:relative">
          {note}
        </div>
      </div>
      <span className="relative inline-flex shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-describedby={`${id}-note`}
          checked={isOn}
          aria-disabled={isDisabled || undefined}
          onChange={(event) => isDisabled || onTurn(event.target.checked)}
          className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-sunken checked:border-green checked:bg-green aria-disabled:cursor-default aria-disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1.5 left-1.5 size-4 rounded-full bg-soft transition-transform peer-checked:translate-x-5 peer-checked:bg-on-green peer-aria-disabled:opacity-50"
        />
      </span>
    </div>
  );
}
