import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { loadBackend, readFullList } from '../../../platform/session/backend.ts';

/** A record of `pickup_advice`. */
export type Advice = {
  id: string;
  area: string;
  kind: 'meet' | 'avoid';
  text: string;
  weekdays: number[];
  startMinute: number;
  endMinute: number;
  updated: string;
};
export type AdviceDraft = Omit<Advice, 'id' | 'updated'>;

/** What the address of the list of advice may say. */
export const adviceList = {
  sorts: ['area', '-area', '-updated', 'updated'],
  filters: { kind: ['meet', 'avoid'] },
} as const satisfies ListSpec;

const key = ['admin', 'pickup-advice'] as const;

/** One page of the advice; what was there stays while the next answer is on its way. */
export function useAdvice(list: ListQuery) {
  const { q, sort, page, filters } = list;
  return useQuery({
    queryKey: [...key, { q, sort, page, filters }],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const parts = [q && '(area ~ {:q} || text ~ {:q})', filters.kind && 'kind = {:kind}'].filter(Boolean);
      const filter = backend.filter(parts.join(' && '), { q: q.replaceAll('%', '\\%'), kind: filters.kind ?? '' });
      const wanted = { perPage: 30, filter, sort: `${sort},id`, signal };
      return readList<Advice>(backend.collection('pickup_advice'), list, wanted);
    },
    placeholderData: (shown) => shown,
  });
}

/** The names of the areas that have any advice. */
export function useAdvisedAreas() {
  return useQuery({
    queryKey: [...key, 'areas'],
    queryFn: async ({ signal }) => {
      const rows = await readFullList<{ area: string }>('pickup_advice', { fields: 'area', sort: 'area', signal });
      return new Set(rows.map(({ area }) => area));
    },
  });
}

type Change = { id?: string | undefined; body: AdviceDraft } | { id: string; body: null };

/** Adds, changes or (`body: null`) removes a piece of advice. */
export function useChangeAdvice() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: Change) => {
      const records = (await loadBackend()).collection('pickup_advice');
      if (body === null) await records.delete(id ?? '');
      else await (id ? records.update(id, body) : records.create(body));
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: key }),
  });
}
