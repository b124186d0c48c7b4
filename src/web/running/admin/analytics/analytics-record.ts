import * as texts from '#texts/adminAnalytics.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { Bucket } from '#wire/analytics.ts';
import type { DaySpan } from '../../../platform/lists/span-choice.ts';
import { addDays } from '../../../platform/ui/add-days.ts';

/** A change against the period before, in words: `+12%`, `no change`, `none before`; of less than nothing before there is no share. */
export function changeText(now: number, before: number): string {
  if (now === before) return texts.noChange;
  if (before === 0) return texts.noneBefore;
  if (before < 0) return now > before ? texts.moreThanBefore : texts.lessThanBefore;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return texts.nearlyTheSame;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

/** A share of 0 to 1 as a percentage with one digit; a dash for none. */
export function percentText(share: number | null): string {
  return share === null ? '–' : `${formatNumber(share * 100, 1)}%`;
}

/** The days of a bucket within a span: until the day before the next one. The first week or month may have begun before the span. */
export function daysOf(buckets: readonly Pick<Bucket, 'date'>[], place: number, { from, to }: DaySpan): DaySpan {
  const [first = from, next] = [buckets[place]?.date, buckets[place + 1]?.date];
  return { from: first < from ? from : first, to: next ? addDays(next, -1) : to };
}

/** How many lessons came to what, the most first; a closed lesson is a completed one whose days for claims are over, and counts as that. */
export function statusRows({ closed = 0, ...counts }: Record<string, number>): [status: string, count: number][] {
  const completed = (counts.completed ?? 0) + closed;
  const rows = Object.entries({ ...counts, ...(completed > 0 ? { completed } : {}) });
  return rows.sort(([, one], [, other]) => other - one);
}
