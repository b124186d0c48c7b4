import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RechecksAnswer } from '#wire/rechecks.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { loadBackend, readFullList, readMarketplace } from '../../../platform/session/backend.ts';
import type { Compared } from './compare-list.ts';

export const recheckList = {
  sorts: ['lastCheckedOn', '-lastCheckedOn', 'name', '-name', 'licenceExpiresOn', '-licenceExpiresOn'],
  filters: { state: ['due', 'done'], status: ['listed', 'paused'] },
} as const satisfies ListSpec;

const key = ['admin', 'rechecks'] as const;

/** One page of the instructors; what was there stays while the next answer is on its way. */
export function useRechecks({ q, sort, page, filters }: ListQuery) {
  const query = { q, sort, page, state: filters.state ?? '', status: filters.status ?? '' };
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => readMarketplace<RechecksAnswer>('rechecks', query, signal),
    placeholderData: (shown) => shown,
  });
}

/** Everybody who is compared with a list. */
export function useCompared() {
  return useQuery({
    queryKey: [...key, 'compared'],
    queryFn: ({ signal }) =>
      readFullList<Compared>('instructors', {
        filter: "status = 'listed' || status = 'paused'",
        fields: 'id,name',
        sort: 'name',
        signal,
      }),
  });
}

export type PoliceCheck = { instructor: string; listedOn: string; outcome: string; listedName: string; note: string };

/** Writes down what was found, one after the other. */
export function useNotingChecks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (checks: readonly PoliceCheck[]) => {
      const records = (await loadBackend()).collection('police_checks');
      for (const check of checks) await records.create(check);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
