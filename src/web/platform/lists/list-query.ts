/** What the address of a list may say besides `q` and `page`. The first sort is the one without a choice. */
export type ListSpec = {
  sorts: readonly [string, ...string[]];
  /** Filters by name with the values they may have; `date` takes any `YYYY-MM-DD`. */
  filters: Readonly<Record<string, readonly string[] | 'date'>>;
  /** What else the address may say that no change of the list takes away, such as whose details are open. */
  besides?: readonly string[];
};

/** The state of a list as it stands in its address. Empty texts filter nothing. */
export type ListQuery = { q: string; sort: string; page: number; filters: Readonly<Record<string, string>> };

/** What changes in a list's state; names of filters stand beside `q`, `sort` and `page`. */
export type ListChange = { q?: string; sort?: string; page?: number; filters?: Readonly<Record<string, string>> };

const longestSearch = 100;

/** What an address asks of a list. Values that the list doesn't have are left out, as if they had not been there. */
export function readListQuery(params: URLSearchParams, { sorts, filters }: ListSpec): ListQuery {
  const one = (name: string) => params.get(name)?.trim() ?? '';
  const known = (name: string, choices: readonly string[]) => (choices.includes(one(name)) ? one(name) : '');
  const given = Object.entries(filters).map(([name, choices]) => [
    name,
    choices === 'date' ? dateOrNothing(one(name)) : known(name, choices),
  ]);
  return {
    q: one('q').replace(/\s+/g, ' ').slice(0, longestSearch),
    sort: known('sort', sorts) || sorts[0],
    page: /^\d{1,6}$/.test(one('page')) ? Math.max(1, Number(one('page'))) : 1,
    filters: Object.fromEntries(given),
  };
}

/** The query part of the address for a state, with `?` when there is anything to say. */
export function listText({ q, sort, page, filters }: ListQuery, { sorts }: ListSpec): string {
  const params = new URLSearchParams(Object.entries({ q, ...filters }).filter(([, value]) => value !== ''));
  if (sort !== sorts[0]) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query part of the address for a list's `text` with what the address of now says besides. */
export function besideList(text: string, params: URLSearchParams, { besides = [] }: ListSpec): string {
  const asked = new URLSearchParams(text);
  for (const name of besides) if (params.has(name)) asked.set(name, params.get(name) ?? '');
  return asked.size === 0 ? '' : `?${asked}`;
}

/** A state after a change: everything but turning the page goes back to the first page. */
export function changeList(query: ListQuery, change: ListChange): ListQuery {
  const filters = { ...query.filters, ...change.filters };
  return { q: change.q ?? query.q, sort: change.sort ?? query.sort, page: change.page ?? 1, filters };
}

/** Whether the state leaves anything out; `besides` names filters that don't count, such as a period that is always there. */
export function isListFiltered({ q, filters }: ListQuery, besides: readonly string[] = []): boolean {
  return q !== '' || Object.entries(filters).some(([name, value]) => value !== '' && !besides.includes(name));
}

/** Whether a list is long enough to be searched: it has more than three rows, or is searched, filtered or turned already. `besides` as above. */
export function isWorthSearching(
  found: { totalItems: number } | undefined,
  query: ListQuery,
  besides: readonly string[] = [],
): boolean {
  return isListFiltered(query, besides) || query.page > 1 || (found?.totalItems ?? 0) > 3;
}

function dateOrNothing(text: string): string {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return '';
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : '';
}
