import { Switch as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that takes effect at once, with its words on the left and the word On or Off beside the switch. */
export function Switch({ label, hint, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <label htmlFor={id} className="grow">
        <span className="block font-semibold">{label}</span>
        {hint && <span className="block text-sm text-soft">{hint}</span>}
      </label>
      <span className="w-7 text-right text-sm text-soft" aria-hidden>
        {isOn ? 'On' : 'Off'}
      </span>
      <Primitive.Root
        id={id}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:-inset-2 data-[state=checked]:border-green data-[state=checked]:bg-green"
      >
        <Primitive.Thumb className="block size-5 translate-x-1 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[22px] data-[state=checked]:bg-on-green" />
      </Primitive.Root>
    </div>
  );
}
