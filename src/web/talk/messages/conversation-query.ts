import * as words from '#texts/messages.ts';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import { unreadFilter } from './unread-messages.ts';

/** How many conversations a page of the list has. */
export const conversationPageSize = 20;

export const showChoices = [{ value: 'unread', label: words.unreadOnes }] as const;

/** How the list can be ordered, the first without a choice; `order` is the server's sort. */
export const conversationSorts = [
  { value: 'newest', label: words.newestFirst, order: '-lastMessageAt,id' },
  { value: 'oldest', label: words.oldestFirst, order: 'lastMessageAt,id' },
] as const;

/** What the address of the list of conversations may say. */
export const conversationList: ListSpec = { sorts: ['newest', 'oldest'], filters: { show: ['unread'] } };

/** The records client's filter for a state. Conversations in which nothing was said yet are not in the list. */
export function conversationFilter({ q, filters }: ListQuery, me: string) {
  const parts = [
    "lastMessageAt != ''",
    filters.show && unreadFilter,
    q && '((learner = {:me} && instructorName ~ {:q}) || (learner != {:me} && learnerName ~ {:q}) || lastText ~ {:q})',
  ].filter(Boolean);
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { me, q: q.replaceAll('%', '\\%') } };
}
