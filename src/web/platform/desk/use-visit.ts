import { useQuery } from '@tanstack/react-query';
import type { CaseVisitAnswer } from '#wire/desk.ts';
import { callMarketplace } from '../session/backend.ts';

/** Says that one has a case open; what comes back are those who have it open, too. */
export function useVisit(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['case-visit', id],
    queryFn: ({ signal }) => callMarketplace<CaseVisitAnswer>('POST', `cases/${id}/visit`, { signal }),
    refetchInterval: 20_000,
    gcTime: 0,
  });
}
