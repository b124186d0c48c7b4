import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../session/backend.ts';
import type { Notification } from './notification-record.ts';

export const notificationsKey = ['notifications'] as const;
const listKey = [...notificationsKey, 'list'] as const;
const unreadKey = [...notificationsKey, 'unread'] as const;

/** The newest 30 notifications of the signed-in user. */
export function useNotifications() {
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      return backend.collection('notifications').getList<Notification>(1, 30, { sort: '-created,-id', signal });
    },
  });
}

/** How many notifications the signed-in user has not read; 0 until it is known. */
export function useUnreadCount(): number {
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const { totalItems } = await backend
        .collection('notifications')
        .getList(1, 1, { filter: 'read = false', fields: 'id', signal });
      return totalItems;
    },
  });
  return data ?? 0;
}

/** Marks notifications as read (or unread again); shown at once, taken back when the server refuses. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, read }: { ids: readonly string[]; read: boolean }) => {
      const backend = await loadBackend();
      await Promise.all(ids.map((id) => backend.collection('notifications').update(id, { read })));
    },
    onMutate: ({ ids, read }) => markInCache(queries, ids, read),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  });
}

async function markInCache(queries: QueryClient, ids: readonly string[], read: boolean): Promise<void> {
  await queries.cancelQueries({ queryKey: notificationsKey });
  queries.setQueryData<{ items: Notification[] }>(
    listKey,
    (page) => page && { ...page, items: page.items.map((item) => (ids.includes(item.id) ? { ...item, read } : item)) },
  );
}
