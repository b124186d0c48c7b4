import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';

export const notificationsKey = ['notifications'] as const;
export const unreadKey = [...notificationsKey, 'unread'] as const;

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
