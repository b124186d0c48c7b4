import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../session/backend.ts';

/** Says that one has a case open; what comes back are those who have it open, too. */
export function useVisit(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['case-visit', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const path = `/api/marketplace/cases/${id}/visit`;
      return backend.send<{ others: { name: string }[] }>(path, { method: 'POST', signal });
    },
    refetchInterval: 20_000,
    gcTime: 0,
  });
}
