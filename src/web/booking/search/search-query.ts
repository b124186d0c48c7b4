import { parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/search.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { rangeOfDay, timeChoices } from './when-options.ts';

/** The filters of a search as they stand in the page's address, named as the server names them. */
export const filterNames = [
  'licenceClass',
  'area',
  'testCentre',
  'language',
  'gender',
  'maxHourlyCents',
  'minRating',
  'weekday',
  'afterMinute',
  'beforeMinute',
  'from',
  'to',
  'postalCode',
  'q',
] as const;

const knownNames = [...filterNames, 'sort', 'page'] as const;
type KnownName = (typeof knownNames)[number];

/** How results can be ordered; the first is the order without a choice. */
export const sortChoices = [
  { value: '', label: texts.bestMatch },
  { value: 'soonest', label: texts.soonestFree },
  { value: 'price', label: texts.lowestPrice },
  { value: 'rating', label: texts.bestRated },
  { value: 'passRate', label: texts.highestPassRate },
  { value: 'distance', label: texts.nearest },
] as const;

/**
 * A search as it stands in the address: each name at most once, empty values left out. `from` and `to` are local dates, both included, so that
 * a shared address means the same days wherever and whenever it is opened.
 */
export type SearchQuery = Partial<Record<KnownName, string>>;

/** The known, filled-in parameters of an address. Instants, as addresses had them once, become the local dates they fall on. */
export function searchQuery(params: URLSearchParams): SearchQuery {
  const query: SearchQuery = {};
  for (const name of knownNames) {
    const value = params.get(name)?.trim();
    if (value) query[name] = value;
  }
  const from = dateOf(query.from);
  const to = dateOf(query.to, 1);
  const { from: _, to: __, ...rest } = query;
  return { ...rest, ...(from ? { from } : {}), ...(to && !(from && to < from) ? { to } : {}) };
}

function dateOf(text = '', msBefore = 0): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseDate(text) === undefined ? undefined : text;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : localDateOf(new Date(ms - msBefore));
}

/** The days of an address that are none (`2026-13-45`), or end before they begin: `searchQuery` leaves them out. */
export function refusedDays(params: URLSearchParams): Partial<Record<'from' | 'to', string>> {
  const query = searchQuery(params);
  const said = (name: 'from' | 'to') => (query[name] ? '' : (params.get(name)?.trim() ?? ''));
  const [from, to] = [said('from'), said('to')];
  return { ...(from ? { from } : {}), ...(to && to !== from ? { to } : {}) };
}

/** The search without days that are over: a shared address may be opened after them. */
export function withoutPastDays(query: SearchQuery, now: Date): SearchQuery {
  if (!query.to || query.to >= localDateOf(now)) return query;
  const { from: _, to: __, ...rest } = query;
  return rest;
}

/** The query part of an address for a search, with `?` when there is anything to say. */
export function searchText(query: SearchQuery): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(filled).toString();
  return text === '' ? '' : `?${text}`;
}

/** The address of the server's read for a search. Without a postal code nothing is near or far. */
export function searchApiPath(query: SearchQuery, perPage: number, { countsTimes = false } = {}): string {
  const counted = countsTimes ? { counts: 'times' } : {};
  const { sort, from, to, ...rest } = query;
  const startOf = (date: string) => instantOfWall(date, 0, platformZone);
  const span = { ...(from ? { from: startOf(from) } : {}), ...(to ? { to: startOf(addDays(to, 1)) } : {}) };
  const order = sort && !(sort === 'distance' && !query.postalCode) ? { sort } : {};
  return `/api/marketplace/instructors?${new URLSearchParams({ ...rest, ...span, ...order, times: 'spread', ...counted, perPage: String(perPage) })}`;
}

/** True when a form was sent whose choices in words (`day`, `time`), date or empty fields the address should not keep. */
export function needsTidying(params: URLSearchParams): boolean {
  return (
    params.has('day') ||
    params.has('date') ||
    params.has('time') ||
    [...params.values()].some((value) => value.trim() === '')
  );
}

/**
 * The search that a filled-in form means: `day` is a choice in words, a weekday 0–6, or `from/to` as it stood, and `date` a date
 * that goes before it; `time` a part of
 * the day or `after-before` in minutes. A new search starts at its first page.
 */
export function queryFromForm(params: URLSearchParams, now: Date): SearchQuery {
  const { page: _, ...query } = searchQuery(params);
  const date = params.get('date') ?? '';
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}/${date}` : (params.get('day') ?? '');
  return { ...query, ...dayFilter(day, now), ...timeFilter(params.get('time') ?? '') };
}

function dayFilter(day: string, now: Date): SearchQuery {
  if (/^[0-6]$/.test(day)) return { weekday: day };
  if (!day.includes('/')) return rangeOfDay(day, now) ?? {};
  const [from, to] = day.split('/');
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function timeFilter(time: string): SearchQuery {
  const choice = timeChoices.find(({ value }) => value === time);
  if (choice) {
    const { value: _, label: __, ...filter } = choice;
    return filter;
  }
  const [, after, before] = /^(\d*)-(\d*)$/.exec(time) ?? [];
  return { ...(after ? { afterMinute: after } : {}), ...(before ? { beforeMinute: before } : {}) };
}
