import { formatNumber } from '#texts/format-number.ts';
import * as texts from '#texts/questions.ts';

type Compared<T> = { now: T; before: T };

export type SearchCell = { area: string; fromHour: number; toHour: number; searches: number; empty: number };
export type Reason = { by: string; isLate: boolean; excuse: string; count: number };
export type CohortCell = { month: string; later: number; learners: number };

/** What `/api/marketplace/analytics/questions` answers. */
export type Answers = {
  since: { searches: string | null; offers: string | null };
  searches: Compared<{ searches: number; empty: number }> & { cells: SearchCell[] };
  fill: Compared<{ offeredMinutes: number; bookedMinutes: number }>;
  firstLesson: Compared<{ learners: number; medianDays: number | null }>;
  cancellations: Compared<Reason[]>;
  leaving: Compared<{ taughtBefore: number; left: number }>;
  cohorts: CohortCell[];
};

/** A part of a whole as a percentage; a dash without a whole. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatNumber((part / whole) * 100, 1)}\u00A0%`;
}

/** Minutes as hours with one digit. */
export function hoursText(minutes: number): string {
  return formatNumber(minutes / 60, 1);
}

/** Days as people say them: `3 days`, `0.5 days`. */
export function daysText(days: number): string {
  return texts.days({ days: Math.round(days * 10) / 10 });
}

export type HeatRow = { area: string; hours: number[]; anyTime: number; total: number };

/**
 * Searches that found nobody as a map of area by hour: a search for several hours stands in each of them, one for any time beside them. `total` counts
 * each search once. Areas where everybody found somebody are left out; the worst come first.
 */
export function heatRows(cells: readonly SearchCell[]): HeatRow[] {
  const rows = new Map<string, HeatRow>();
  for (const { area, fromHour, toHour, empty } of cells) {
    if (empty === 0) continue;
    const row = rows.get(area) ?? { area, hours: Array.from({ length: 24 }, () => 0), anyTime: 0, total: 0 };
    row.total += empty;
    if (fromHour === 0 && toHour === 24) row.anyTime += empty;
    else for (let hour = fromHour; hour < toHour; hour++) row.hours[hour] = (row.hours[hour] ?? 0) + empty;
    rows.set(area, row);
  }
  return [...rows.values()].sort((one, other) => other.total - one.total || (one.area < other.area ? -1 : 1));
}

export type CohortRow = { month: string; learners: number; later: number[] };

/** The cells as a row a month: how many learners it began with, and how many came in each month after it, until the last that anybody came in. */
export function cohortRows(cells: readonly CohortCell[]): CohortRow[] {
  const months = [...new Set(cells.map(({ month }) => month))];
  return months.map((month) => {
    const own = cells.filter((cell) => cell.month === month);
    const learnersIn = (later: number) => own.find((cell) => cell.later === later)?.learners ?? 0;
    const last = Math.max(...own.map(({ later }) => later));
    return { month, learners: learnersIn(0), later: Array.from({ length: last }, (_, index) => learnersIn(index + 1)) };
  });
}

/** Reasons of a period beside how often each was given in the one before, the commonest first. */
export function comparedReasons({ now, before }: Compared<Reason[]>): Array<Reason & { before: number }> {
  const keyOf = ({ by, isLate, excuse }: Reason) => `${by} ${isLate} ${excuse}`;
  const beforeBy = new Map(before.map((reason) => [keyOf(reason), reason.count]));
  const known = new Set(now.map(keyOf));
  const gone = before.filter((reason) => !known.has(keyOf(reason))).map((reason) => ({ ...reason, count: 0 }));
  return [...now, ...gone].map((reason) => ({ ...reason, before: beforeBy.get(keyOf(reason)) ?? 0 }));
}
