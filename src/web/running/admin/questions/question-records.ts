import { formatNumber } from '#texts/format-number.ts';
import * as texts from '#texts/questions.ts';
import type { CohortCell, Compared, Reason, SearchCell } from '#wire/questions.ts';

/** A part of a whole as a percentage; a dash without a whole. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${formatNumber((part / whole) * 100, 1)}%`;
}

/** A change with its sign: `+3`, `−1.5`, `0`. */
export function signedText(change: number, digits = 0): string {
  const rounded = formatNumber(Math.abs(change), digits);
  if (rounded === formatNumber(0, digits)) return '0';
  return `${change > 0 ? '+' : '−'}${rounded}`;
}

/** Minutes as hours with one digit. */
export function hoursText(minutes: number): string {
  return formatNumber(minutes / 60, 1);
}

/** Days as people say them: `3 days`, `0.5 days`. */
export function daysText(days: number): string {
  return texts.days({ days: Math.round(days * 10) / 10 });
}

/** How many searches found nobody, now and in the period before. */
export type HeatField = { empty: number; before: number };
export type HeatRow = { area: string; hours: HeatField[]; anyTime: HeatField; total: number };

/**
 * Searches that found nobody as a map of area by hour: a search for several hours stands in each of them, one for any time beside them. `total` counts
 * each search once. Areas where everybody found somebody are left out; the worst come first.
 */
export function heatRows(cells: readonly SearchCell[]): HeatRow[] {
  const rows = new Map<string, HeatRow>();
  const nothing = () => ({ empty: 0, before: 0 });
  for (const { area, fromHour, toHour, empty, emptyBefore } of cells) {
    const row = rows.get(area) ?? { area, hours: Array.from({ length: 24 }, nothing), anyTime: nothing(), total: 0 };
    rows.set(area, row);
    row.total += empty;
    for (const field of fromHour === 0 && toHour === 24 ? [row.anyTime] : row.hours.slice(fromHour, toHour)) {
      field.empty += empty;
      field.before += emptyBefore;
    }
  }
  const found = [...rows.values()].filter(({ total }) => total > 0);
  return found.sort((one, other) => other.total - one.total || (one.area < other.area ? -1 : 1));
}

export type CohortField = Pick<CohortCell, 'learners' | 'before'>;
export type CohortRow = { month: string; later: CohortField[] };

/** The cells as a row a month: the learners it began with, and how many of them came in each month after it, beside those of the cohort before. */
export function cohortRows(cells: readonly CohortCell[]): CohortRow[] {
  const months = [...new Set(cells.map(({ month }) => month))];
  return months.map((month) => ({
    month,
    later: cells
      .filter((cell) => cell.month === month)
      .sort((one, other) => one.later - other.later)
      .map(({ learners, before }) => ({ learners, before })),
  }));
}

/** Reasons of a period beside how often each was given in the one before, the commonest first. */
export function comparedReasons({ now, before }: Compared<Reason[]>): Array<Reason & { before: number }> {
  const keyOf = ({ by, isLate, excuse }: Reason) => `${by} ${isLate} ${excuse}`;
  const beforeBy = new Map(before.map((reason) => [keyOf(reason), reason.count]));
  const known = new Set(now.map(keyOf));
  const gone = before.filter((reason) => !known.has(keyOf(reason))).map((reason) => ({ ...reason, count: 0 }));
  return [...now, ...gone].map((reason) => ({ ...reason, before: beforeBy.get(keyOf(reason)) ?? 0 }));
}

/** How many searches found nobody, in words where there was none: of days before searches were counted (`isCounted`) nobody knows. */
export function emptyText({ empty, searches }: { empty: number; searches: number }, isCounted: boolean): string {
  if (searches > 0) return texts.emptyOf({ empty, searches, share: shareText(empty, searches) });
  return isCounted ? texts.nobodySearched : texts.notCountedYet;
}
