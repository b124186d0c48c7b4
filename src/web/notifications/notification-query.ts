import * as words from '#texts/notifications.ts';
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

/** The state of the list as it stands in the address. Empty texts filter nothing. */
export type NotificationQuery = { q: string; type: string; read: string; sort: string; page: number };

const defaultSort = notificationSorts[0].value;

/** What an address asks for. Values that no choice has are left out, as if they had not been there. */
export function readNotificationQuery(params: URLSearchParams): NotificationQuery {
  const one = (name: string) => params.get(name)?.trim() ?? '';
  const known = (name: string, choices: readonly { value: string }[]) =>
    choices.find(({ value }) => value === one(name))?.value ?? '';
  return {
    q: one('q').replace(/\s+/g, ' ').slice(0, 100),
    type: known('type', typeChoices),
    read: known('read', readChoices),
    sort: known('sort', notificationSorts) || defaultSort,
    page: /^\d{1,6}$/.test(one('page')) ? Math.max(1, Number(one('page'))) : 1,
  };
}

/** The query part of the address for a state, with `?` when there is anything to say. */
export function notificationText({ page, sort, ...filters }: NotificationQuery): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (sort !== defaultSort) params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether the state leaves any notification out. */
export function isFiltered({ q, type, read }: NotificationQuery): boolean {
  return q !== '' || type !== '' || read !== '';
}

/** The filter of the records client for a state; what was typed is only ever in `params`. */
export function notificationFilter({ q, type, read }: NotificationQuery): {
  expression: string;
  params: Record<string, string | boolean>;
} {
  const parts = [q && '(title ~ {:q} || message ~ {:q})', type && 'type = {:type}', read && 'read = {:read}'].filter(
    Boolean,
  );
  // A typed `%` stands for itself.
  return { expression: parts.join(' && '), params: { q: q.replaceAll('%', '\\%'), type, read: read === 'read' } };
}
