import { useQuery } from '@tanstack/react-query';
import type { EarningsAnswer } from '#wire/earnings.ts';
import type { ListQuery, ListSpec } from '../../platform/lists/list-query.ts';
import { spanFilters } from '../../platform/lists/span-choice.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** A month of a busy instructor, so that a printed page has all of it. */
export const earningsPageSize = 100;

/** What the address of the earnings page may say. */
export const earningsList = {
  sorts: ['-start', 'start', '-netCents', 'netCents', 'learner', '-learner'],
  filters: { state: ['settled', 'pending'], ...spanFilters },
} as const satisfies ListSpec;

/** The signed-in instructor's money of a period; what was there stays while the next answer is on its way. */
export function useEarnings({ q, sort, page, filters }: ListQuery, span: { from: string; to: string }) {
  const user = useSession();
  const query = { ...span, q, sort, page, perPage: earningsPageSize, state: filters.state ?? '' };
  return useQuery({
    queryKey: ['earnings', user?.id, query],
    queryFn: ({ signal }) => readMarketplace<EarningsAnswer>('earnings', query, signal),
    placeholderData: (shown) => shown,
  });
}
