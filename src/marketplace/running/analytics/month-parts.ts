import { dateText, type LocalDay, localDayOf } from '#rules/time/local-time.ts';
import { localMonth, type Span } from '../../platform/reads/read-span.ts';

/** Dates, the end of each stretch not included. `sign` is 1 for days to add, -1 for days to take off again. */
export type MonthParts = {
  months: { from: string; to: string };
  days: Array<{ from: string; to: string; sign: 1 | -1 }>;
};

/**
 * A span of whole local days as whole months, and at either end the days that are missing or too many, whichever are fewer: of sums that are kept by the
 * month, and by the day, at most some thirty days have to be read, however long the span.
 */
export function monthParts({ fromMs, toMs }: Span, zone: string): MonthParts {
  const [first, end] = [localDayOf(zone, fromMs), localDayOf(zone, toMs)];
  const [from, to] = [nearestMonth(first, zone), nearestMonth(end, zone)];
  const stretch = (begins: LocalDay, ends: LocalDay, sign: 1 | -1) =>
    begins < ends ? [{ from: dateText(begins), to: dateText(ends), sign }] : [];
  return {
    months: { from: dateText(from), to: dateText(to) },
    days: [...stretch(first, from, 1), ...stretch(from, first, -1), ...stretch(to, end, 1), ...stretch(end, to, -1)],
  };
}

/** The first day of the month, or of the next one where that is nearer. */
function nearestMonth(day: LocalDay, zone: string): LocalDay {
  const { fromMs, toMs } = localMonth(zone, day);
  const [from, to] = [localDayOf(zone, fromMs), localDayOf(zone, toMs)];
  return day - from <= to - day ? from : to;
}
