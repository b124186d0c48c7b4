import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as words from '#texts/lessons.ts';
import type { LessonStatus } from '../../platform/records/lesson-record.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';

/** How many lessons a page of the history has. */
export const historyPageSize = 30;

type StatusChoice = { value: string; label: string; statuses: readonly LessonStatus[] };

/** What a past lesson can have come to, in the words of the filter. Holds that were never paid are not in the history. */
export const statusChoices: readonly StatusChoice[] = [
  { value: 'completed', label: words.completed, statuses: lessonSets.taught },
  {
    value: 'cancelled',
    label: words.cancelledOrDeclined,
    statuses: [...lessonSets.cancelled, 'declined'],
  },
  { value: 'missed', label: words.somebodyDidNotCome, statuses: lessonSets.missed },
  { value: 'claim', label: words.inDispute, statuses: ['disputed'] },
  { value: 'unfinished', label: words.overNotMarkedFinished, statuses: lessonSets.coming },
];

/** When a lesson was, in the words of the filter; `dates` stands for the days `from` and `to`. */
export const periodChoices = [
  { value: '30days', label: words.last30Days },
  { value: '90days', label: words.last90Days },
  { value: 'year', label: words.thisYear },
  { value: 'lastyear', label: words.lastYear },
  { value: 'dates', label: words.betweenTwoDays },
] as const;

/** How the history can be ordered, the first without a choice; `order` is the server's sort, the same for every page. */
export const sortChoices = [
  { value: 'newest', label: words.latestFirst, order: '-start,id' },
  { value: 'oldest', label: words.oldestFirst, order: 'start,id' },
  { value: 'dearest', label: words.highestPrice, order: '-priceCents,-start,id' },
  { value: 'cheapest', label: words.lowestPrice, order: 'priceCents,-start,id' },
] as const;

/** The state of the history page as it stands in its address. Empty texts filter nothing; dates are `YYYY-MM-DD`. */
export type HistoryQuery = {
  q: string;
  status: string;
  period: string;
  from: string;
  to: string;
  sort: string;
  page: number;
};

const defaultSort = sortChoices[0].value;
const longestSearch = 100;

/** What an address asks for. Values that no choice has are left out, as if they had not been there. */
export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const one = (name: string) => params.get(name)?.trim() ?? '';
  const known = (name: string, choices: readonly { value: string }[]) =>
    choices.find(({ value }) => value === one(name))?.value ?? '';
  const period = known('period', periodChoices);
  const day = (name: string) => (period === 'dates' && isDate(one(name)) ? one(name) : '');
  const page = /^\d{1,6}$/.test(one('page')) ? Math.max(1, Number(one('page'))) : 1;
  return {
    q: one('q').replace(/\s+/g, ' ').slice(0, longestSearch),
    status: known('status', statusChoices),
    period,
    from: day('from'),
    to: day('to'),
    sort: known('sort', sortChoices) || defaultSort,
    page,
  };
}

/** The query part of the address for a state, with `?` when there is anything to say. */
export function historyText({ page, sort, ...filters }: HistoryQuery): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (sort !== defaultSort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the state leaves any lesson out. */
export function isFiltered({ q, status, period, from, to }: HistoryQuery): boolean {
  return q !== '' || status !== '' || (period === 'dates' ? from !== '' || to !== '' : period !== '');
}

/** Which column the lessons are in the order of, and which way, as a table's header says it. */
export function sortedColumn(sort: string): { name: string; way: 'ascending' | 'descending' } {
  return {
    name: sort === 'dearest' || sort === 'cheapest' ? words.price : words.date,
    way: sort === 'oldest' || sort === 'cheapest' ? 'ascending' : 'descending',
  };
}

/** The local days of a period, both included; an open side is an empty text. */
export function daysOfPeriod(
  { period, from, to }: Pick<HistoryQuery, 'period' | 'from' | 'to'>,
  now: Date,
  zone = platformZone,
): { from: string; to: string } {
  const today = localDateOf(now, zone);
  const year = Number(today.slice(0, 4));
  if (period === '30days') return { from: addDays(today, -29), to: '' };
  if (period === '90days') return { from: addDays(today, -89), to: '' };
  if (period === 'year') return { from: `${year}-01-01`, to: '' };
  if (period === 'lastyear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  return period === 'dates' ? { from, to } : { from: '', to: '' };
}

function isDate(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
