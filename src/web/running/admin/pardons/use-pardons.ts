import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PardonsAnswer } from '#wire/pardons.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { loadBackend, readMarketplace } from '../../../platform/session/backend.ts';

/** What the address of the list of pardons may say. */
export const pardonsList = {
  sorts: ['-created', 'created', 'person', '-person', '-amount', 'amount'],
  filters: { kind: ['reliability', 'mercy', 'goodwill', 'waiver'] },
} as const satisfies ListSpec;

const key = ['admin', 'pardons'] as const;

/** One page of what was pardoned; what was there stays while the next answer is on its way. */
export function usePardons({ q, sort, page, filters }: ListQuery) {
  const query = { q, sort, page, kind: filters.kind ?? '' };
  return useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => readMarketplace<PardonsAnswer>('pardons', query, signal),
    placeholderData: (shown) => shown,
  });
}

/** An instructor whose cancellations have consequences now. */
export type Judged = { id: string; name: string; warnedUntil: string; hiddenUntil: string };

/** Instructors who are warned or hidden now and whose name has the text in it, those hidden longest first. */
export function useJudged(name: string) {
  return useQuery({
    queryKey: [...key, 'judged', name],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('(warnedUntil > @now || hiddenUntil > @now) && name ~ {:name}', {
        name: name.replaceAll('%', '\\%'),
      });
      const wanted = {
        filter,
        sort: '-hiddenUntil,-warnedUntil,id',
        fields: 'id,name,warnedUntil,hiddenUntil',
        signal,
      };
      return backend.collection('instructors').getList<Judged>(1, 20, wanted);
    },
    placeholderData: (shown) => shown,
  });
}

/** Pardons an instructor for all that was before now. */
export function usePardoning() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (pardon: { instructor: string; reason: string }) =>
      (await loadBackend()).collection('reliability_pardons').create(pardon),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
