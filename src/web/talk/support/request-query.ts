import * as words from '#texts/support.ts';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import { supportCategories, supportStatuses } from './support-record.ts';

/** How many requests a page of the list has. */
export const requestPageSize = 20;

/** How the list can be ordered, the first without a choice; `order` is the server's sort. */
export const requestSorts = [
  { value: 'newest', label: words.newestFirst, order: '-lastMessageAt,id' },
  { value: 'oldest', label: words.oldestFirst, order: 'lastMessageAt,id' },
  { value: 'due', label: words.dueFirst, order: 'answerBy,id' },
] as const;

/** What the address of the list of requests may say. */
export const requestList: ListSpec = {
  sorts: ['newest', 'oldest', 'due'],
  filters: {
    status: supportStatuses.map(({ value }) => value),
    category: supportCategories.map(({ value }) => value),
  },
};

/** The records client's filter for a state; what was typed is only ever in `params`. */
export function requestFilter({ q, filters: { status = '', category = '' } }: ListQuery) {
  const parts = [
    q && '(subject ~ {:q} || lastText ~ {:q} || user.name ~ {:q} || user.email ~ {:q})',
    status && 'status = {:status}',
    category && 'category = {:category}',
  ].filter(Boolean);
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { q: q.replaceAll('%', '\\%'), status, category } };
}
