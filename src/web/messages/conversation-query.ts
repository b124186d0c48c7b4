import * as words from '#texts/messages.ts';

/** How many conversations a page of the list has. */
export const conversationPageSize = 20;

export const showChoices = [{ value: 'unread', label: words.unread2 }] as const;

/** How the list can be ordered, the first without a choice; `order` is the server's sort. */
export const conversationSorts = [
  { value: 'newest', label: words.newestFirst, order: '-lastMessageAt,id' },
  { value: 'oldest', label: words.oldestFirst, order: 'lastMessageAt,id' },
] as const;

/** The state of the list as it stands in the address. Empty texts filter nothing. */
export type ConversationQuery = { q: string; show: string; sort: string; page: number };

const defaultSort = conversationSorts[0].value;

/** What an address asks for. Values that no choice has are left out, as if they had not been there. */
export function readConversationQuery(params: URLSearchParams): ConversationQuery {
  const one = (name: string) => params.get(name)?.trim() ?? '';
  const known = (name: string, choices: readonly { value: string }[]) =>
    choices.find(({ value }) => value === one(name))?.value ?? '';
  return {
    q: one('q').replace(/\s+/g, ' ').slice(0, 100),
    show: known('show', showChoices),
    sort: known('sort', conversationSorts) || defaultSort,
    page: /^\d{1,6}$/.test(one('page')) ? Math.max(1, Number(one('page'))) : 1,
  };
}

/** The query part of the address for a state, with `?` when there is anything to say. */
export function conversationText({ page, sort, ...filters }: ConversationQuery): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (sort !== defaultSort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the state leaves any conversation out. */
export function isFiltered({ q, show }: ConversationQuery): boolean {
  return q !== '' || show !== '';
}

export const unreadFilter = '((learner = {:me} && learnerUnread > 0) || (learner != {:me} && instructorUnread > 0))';

/** The records client's filter for a state. Conversations in which nothing was said yet are not in the list. */
export function conversationFilter({ q, show }: ConversationQuery, me: string) {
  const parts = [
    "lastMessageAt != ''",
    show && unreadFilter,
    q && '((learner = {:me} && instructorName ~ {:q}) || (learner != {:me} && learnerName ~ {:q}) || lastText ~ {:q})',
  ].filter(Boolean);
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { me, q: q.replaceAll('%', '\\%') } };
}
