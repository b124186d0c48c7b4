import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** How long the pointer rests on something before its tooltip shows, in milliseconds. */
export const tooltipDelayMs = 700;

/** Must surround everything that has tooltips: it makes them share one delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={tooltipDelayMs}>{children}</Primitive.Provider>;
}

type TooltipProps = {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
};

/** A short text beside one focusable child, for pointer and keyboard. Never the only place where something is said. */
export function Tooltip({ text, side = 'right', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={8}
          className="layer-fade z-50 rounded bg-ink px-2.5 py-1.5 text-note text-paper"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
