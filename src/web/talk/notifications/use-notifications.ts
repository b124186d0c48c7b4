import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery } from '../../platform/lists/list-query.ts';
import { type FoundPage, readList } from '../../platform/lists/read-list.ts';
import { callMarketplace, loadBackend } from '../../platform/session/backend.ts';
import { notificationFilter, notificationPageSize, notificationSorts } from './notification-query.ts';
import type { Notification } from './notification-record.ts';
import { notificationsKey, unreadKey } from './unread-count.ts';

const listKey = [...notificationsKey, 'list'] as const;

export type NotificationPage = FoundPage<Notification> & {
  /** What these notifications are the answer to: while the next answer is on its way, no longer what the address says. */
  query: ListQuery;
};

/** One page of the signed-in user's notifications; what was there stays on screen while the next answer is on its way. */
export function useNotifications(query: ListQuery) {
  return useQuery({
    queryKey: [...listKey, query],
    queryFn: ({ signal }) => readPage(query, signal),
    placeholderData: (shown) => shown,
  });
}

async function readPage(query: ListQuery, signal: AbortSignal): Promise<NotificationPage> {
  const backend = await loadBackend();
  const { expression, params } = notificationFilter(query);
  const found = await readList<Notification>(backend.collection('notifications'), query, {
    perPage: notificationPageSize,
    ...(expression ? { filter: backend.filter(expression, params) } : {}),
    sort: notificationSorts.find(({ value }) => value === query.sort)?.order ?? notificationSorts[0].order,
    signal,
  });
  return { query, ...found };
}

/** Marks one notification as read, or unread again; shown at once, taken back when the server refuses. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, read }: { id: string; read: boolean }) => {
      const backend = await loadBackend();
      await backend.collection('notifications').update(id, { read });
    },
    onMutate: async ({ id, read }) => {
      await queries.cancelQueries({ queryKey: notificationsKey });
      queries.setQueriesData<NotificationPage>(
        { queryKey: listKey },
        (page) => page && { ...page, items: page.items.map((item) => (item.id === id ? { ...item, read } : item)) },
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}

/** Marks all notifications as read, those on other pages, too. */
export function useMarkAllRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callMarketplace('POST', 'notifications/read'),
    onMutate: async () => {
      await queries.cancelQueries({ queryKey: notificationsKey });
      queries.setQueryData(unreadKey, 0);
      queries.setQueriesData<NotificationPage>(
        { queryKey: listKey },
        (page) => page && { ...page, items: page.items.map((item) => ({ ...item, read: true })) },
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}
