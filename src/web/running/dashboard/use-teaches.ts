import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** Whether the signed-in user is an instructor, too. */
export function useTeaches() {
  const user = useSession();
  return useQuery({
    queryKey: ['instructor', 'own', user?.id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('user = {:id}', { id: user?.id ?? '' });
      const page = await backend.collection('instructors').getList(1, 1, { filter, fields: 'id', signal });
      return page.totalItems > 0;
    },
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
