import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HandOversAnswer } from '#wire/hand-overs.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

type Named = { id: string; name: string };

const key = ['hand-overs'] as const;

/** The hand-overs that the signed-in person has a part in. */
export function useHandOvers() {
  const user = useSession();
  return useQuery({
    queryKey: [...key, user?.id],
    queryFn: async ({ signal }) => (await readMarketplace<HandOversAnswer>('hand-overs', {}, signal)).items,
  });
}

/** Instructors who can be chosen, by a part of their name. */
export function useChoice(q: string, besides: string) {
  return useQuery({
    queryKey: [...key, 'choice', q, besides],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("status = 'listed' && id != {:besides} && name ~ {:q}", {
        besides,
        q: q.replaceAll('%', '\\%'),
      });
      const wanted = { filter, sort: 'name,id', fields: 'id,name,areas', signal };
      return (await backend.collection('instructors').getList<Named & { areas: string[] }>(1, 8, wanted)).items;
    },
    enabled: q !== '',
    placeholderData: (shown) => shown,
  });
}

type Change =
  | { learner: string; fromInstructor: string; toInstructor: string; note: string }
  | { id: string; status: 'agreed' | 'refused' | 'withdrawn' };

/** Asks for a hand-over, or answers one. */
export function useChangeHandOvers() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const records = (await loadBackend()).collection('hand_overs');
      if ('id' in change) await records.update(change.id, { status: change.status });
      else await records.create(change);
    },
    onSettled: () =>
      Promise.all(
        [key, ['lessons'], ['dashboard'], ['balance']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
