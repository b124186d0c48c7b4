import type { ReactNode } from 'react';

type FigureButtonProps = { label: string; isOpen: boolean; onOpen: () => void; change?: string; children: ReactNode };

/** A field of a table that opens to what it was counted from, with a change below it; said aloud with all that its row and column say. */
export function FigureButton({ label, isOpen, onOpen, change, children }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onOpen}
      className="figures min-h-8 w-full min-w-8 rounded-sm px-1 [text-align:inherit]"
    >
      <span className="underline decoration-dotted underline-offset-2">{children}</span>
      {change !== undefined && <span className="block text-soft text-note"> {change}</span>}
    </button>
  );
}
