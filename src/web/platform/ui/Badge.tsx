import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  green: 'bg-tint text-green border-tint-line',
  amber: 'bg-amber-tint text-amber-ink border-amber-line',
  red: 'bg-red-tint text-red border-red-line',
  blue: 'bg-blue-tint text-blue border-blue',
  purple: 'bg-purple-tint text-purple border-purple',
  grey: 'bg-sunken text-soft border-line',
} as const;

export type BadgeTone = keyof typeof tones;

/** A word about a thing's state. The word carries the meaning; the colour only helps. */
export function Badge({
  tone = 'grey',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm md:whitespace-nowrap border px-1.5 text-label font-semibold leading-5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
