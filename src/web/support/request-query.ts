import * as words from '#texts/support.ts';
import { supportCategories, supportStatuses } from './support-record.ts';

/** How many requests a page of the list has. */
export const requestPageSize = 20;

/** How the list can be ordered, the first without a choice; `order` is the server's sort. */
export const requestSorts = [
  { value: 'newest', label: words.newestFirst, order: '-lastMessageAt,id' },
  { value: 'oldest', label: words.oldestFirst, order: 'lastMessageAt,id' },
  { value: 'due', label: words.dueFirst, order: 'answerBy,id' },
] as const;

/** The state of the list as it stands in the address. Empty texts filter nothing. */
export type RequestQuery = { q: string; status: string; category: string; sort: string; page: number };

const defaultSort = requestSorts[0].value;

/** What an address asks for. Values that no choice has are left out, as if they had not been there. */
export function readRequestQuery(params: URLSearchParams): RequestQuery {
  const one = (name: string) => params.get(name)?.trim() ?? '';
  const known = (name: string, choices: readonly { value: string }[]) =>
    choices.find(({ value }) => value === one(name))?.value ?? '';
  return {
    q: one('q').replace(/\s+/g, ' ').slice(0, 100),
    status: known('status', supportStatuses),
    category: known('category', supportCategories),
    sort: known('sort', requestSorts) || defaultSort,
    page: /^\d{1,6}$/.test(one('page')) ? Math.max(1, Number(one('page'))) : 1,
  };
}

/** The query part of the address for a state, with `?` when there is anything to say. */
export function requestText({ page, sort, ...filters }: RequestQuery): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (sort !== defaultSort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the state leaves any request out. */
export function isFiltered({ q, status, category }: RequestQuery): boolean {
  return q !== '' || status !== '' || category !== '';
}

/** The records client's filter for a state; what was typed is only ever in `params`. */
export function requestFilter({ q, status, category }: RequestQuery) {
  const parts = [
    q && '(subject ~ {:q} || lastText ~ {:q} || user.name ~ {:q} || user.email ~ {:q})',
    status && 'status = {:status}',
    category && 'category = {:category}',
  ].filter(Boolean);
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { q: q.replaceAll('%', '\\%'), status, category } };
}
