import * as words from '#texts/notifications.ts';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import type { NotificationType } from './notification-record.ts';

/** How many notifications a page of the list has. */
export const notificationPageSize = 30;

/** What a notification is about, in the words of the list and its filter. */
export const typeChoices: readonly { value: NotificationType; label: string }[] = [
  { value: 'user', label: words.lessonsAndMessages },
  { value: 'payment', label: words.payment },
  { value: 'system', label: words.kerbside },
  { value: 'security', label: words.security },
];

export const readChoices = [
  { value: 'unread', label: words.unread },
  { value: 'read', label: words.read },
] as const;

/** How the list can be ordered, the first without a choice; `order` is the server's sort. */
export const notificationSorts = [
  { value: 'newest', label: words.newestFirst, order: '-created,-id' },
  { value: 'oldest', label: words.oldestFirst, order: 'created,id' },
  { value: 'unread', label: words.unreadFirst, order: 'read,-created,-id' },
] as const;

/** What the address of the list of notifications may say. */
export const notificationList: ListSpec = {
  sorts: ['newest', 'oldest', 'unread'],
  filters: { type: typeChoices.map(({ value }) => value), read: readChoices.map(({ value }) => value) },
};

/** The filter of the records client for a state; what was typed is only ever in `params`. */
export function notificationFilter({ q, filters: { type = '', read = '' } }: ListQuery): {
  expression: string;
  params: Record<string, string | boolean>;
} {
  const parts = [q && '(title ~ {:q} || message ~ {:q})', type && 'type = {:type}', read && 'read = {:read}'].filter(
    Boolean,
  );
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { q: q.replaceAll('%', '\\%'), type, read: read === 'read' } };
}
