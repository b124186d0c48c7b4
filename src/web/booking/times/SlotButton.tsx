import type { ReactNode } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';

type SlotButtonProps = {
  /** This time is being held. */
  isBusy: boolean;
  /** Another one is. */
  isOff: boolean;
  onHold: () => void;
  className?: string;
  children: ReactNode;
};

/** A free time that one tap holds. While one is being held none can be pressed, but the focus stays: the browser's own `disabled` would take it. */
export function SlotButton({ isBusy, isOff, onHold, className, children }: SlotButtonProps) {
  const isHeldBack = isBusy || isOff;
  return (
    <button
      type="button"
      className={classNames('slot', isHeldBack && 'opacity-60', className)}
      aria-disabled={isHeldBack || undefined}
      aria-busy={isBusy || undefined}
      onClick={isHeldBack ? undefined : onHold}
    >
      {children}
    </button>
  );
}
