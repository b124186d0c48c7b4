import { useQuery } from '@tanstack/react-query';
import type { ActiveLearnersAnswer } from '#wire/analytics.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { daysOfSpan, daysSoFar, spanFilters, spanParameters } from '../../../platform/lists/span-choice.ts';
import { readMarketplace } from '../../../platform/session/backend.ts';

/** What the address of the list of active learners may say. */
export const activeLearnersList = {
  sorts: ['-days', 'days', 'name', '-name'],
  filters: { ...spanFilters },
} as const satisfies ListSpec;

/** The same as the server's calls take it; the days are those of the figures. */
export function askedOf({ q, sort, filters }: ListQuery): { q: string; sort: string; from: string; to: string } {
  return { q, sort, ...spanParameters(daysSoFar(daysOfSpan(filters, currentTime()), currentTime())) };
}

/** One page of the learners; what was there stays while the next answer is on its way. */
export function useActiveLearners(list: ListQuery) {
  const query = { ...askedOf(list), page: list.page };
  return useQuery({
    queryKey: ['admin', 'analytics', 'learners', query],
    queryFn: ({ signal }) => readMarketplace<ActiveLearnersAnswer>('analytics/learners', query, signal),
    placeholderData: (shown) => shown,
  });
}
