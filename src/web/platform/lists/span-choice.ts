import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/lists.ts';
import { addDays } from '../ui/add-days.ts';
import { formatDate, localDateOf } from '../ui/format-time.ts';

/** The periods that figures can be of; `dates` stands for the days `from` and `to`. */
export const spanChoices = [
  { value: 'month', label: texts.thisMonth },
  { value: 'lastmonth', label: texts.lastMonth },
  { value: '30days', label: texts.last30Days },
  { value: '90days', label: texts.last90Days },
  { value: 'year', label: texts.thisYear },
  { value: 'lastyear', label: texts.lastYear },
  { value: 'dates', label: texts.betweenTwoDays },
] as const;

/** The part of a list's filters that is its period. */
export const spanFilters = {
  period: spanChoices.map(({ value }) => value),
  from: 'date',
  to: 'date',
} as const;

/** Local days, both included. */
export type DaySpan = { from: string; to: string };

/**
 * The days of a period as seen at `now`. Whole months and years end with their last day, which may be still to come. Days that are
 * missing or turned round are the month's.
 */
export function daysOfSpan(filters: Readonly<Record<string, string>>, now: Date, zone = platformZone): DaySpan {
  const { period = '', from = '', to = '' } = filters;
  const today = localDateOf(now, zone);
  const year = Number(today.slice(0, 4));
  const firstOfMonth = `${today.slice(0, 8)}01`;
  if (period === 'lastmonth') return monthOf(addDays(firstOfMonth, -1));
  if (period === '30days') return { from: addDays(today, -29), to: today };
  if (period === '90days') return { from: addDays(today, -89), to: today };
  if (period === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'lastyear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  if (period === 'dates' && from !== '' && to !== '' && from <= to) return { from, to };
  return monthOf(today);
}

/** The days of a span that have begun at `now`: what is compared with as many days before must not count those that are still to come. */
export function daysSoFar({ from, to }: DaySpan, now: Date, zone = platformZone): DaySpan {
  const today = localDateOf(now, zone);
  return { from, to: from <= today && today < to ? today : to };
}

/** The span as the server's reads take it: its end is the day after the last. */
export function spanParameters({ from, to }: DaySpan): { from: string; to: string } {
  return { from, to: addDays(to, 1) };
}

/** `1 Dec 2026 to 31 Dec 2026` */
export function spanText({ from, to }: DaySpan): string {
  return from === to ? formatDate(from) : texts.fromToTo({ from: formatDate(from), to: formatDate(to) });
}

function monthOf(date: string): DaySpan {
  const from = `${date.slice(0, 8)}01`;
  const inNext = addDays(from, 31);
  return { from, to: addDays(`${inNext.slice(0, 8)}01`, -1) };
}
