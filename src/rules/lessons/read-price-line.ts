import type { PriceLine } from './quote-lesson.ts';

/** What a price line says, as values: whole minutes, an hour's price in cents, a surcharge in percent. */
export type PriceLineFacts =
  | { kind: 'lesson'; minutes: number; hourlyCents: number }
  | { kind: 'evening' | 'weekend'; percent: number }
  | { kind: 'package'; minutes: number }
  | { kind: 'platform_fee' };

/**
 * Reads a line that `quoteLesson` (or the database's `lesson_lines`) wrote, so that it can be said in another language: the stored sentence itself
 * stays as it was agreed. Undefined for a line of another kind or in other words, as an import may bring; its own text is all there is to show.
 */
export function readPriceLine({ kind, text }: { kind: string; text: string }): PriceLineFacts | undefined {
  if (kind === 'platform_fee' && text === 'Platform fee') return { kind };
  if (kind === 'lesson') {
    const [, minutes, dollars = '', cents] = /^(\d+) minutes at S\$([\d,]+)\.(\d\d)$/.exec(text) ?? [];
    if (minutes === undefined) return undefined;
    return { kind, minutes: Number(minutes), hourlyCents: Number(dollars.replaceAll(',', '')) * 100 + Number(cents) };
  }
  if (kind === 'package') {
    const minutes = /^(\d+) minutes of your package$/.exec(text)?.[1];
    return minutes === undefined ? undefined : { kind, minutes: Number(minutes) };
  }
  if (kind !== 'evening' && kind !== 'weekend') return undefined;
  const percent = surcharges[kind].exec(text)?.[1];
  return percent === undefined ? undefined : { kind, percent: Number(percent) };
}

const surcharges: Record<Extract<PriceLine['kind'], 'evening' | 'weekend'>, RegExp> = {
  evening: /^Weekday evening, (\d+) %$/,
  weekend: /^Weekend, (\d+) %$/,
};
