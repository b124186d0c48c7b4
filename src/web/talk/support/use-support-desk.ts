import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVisit } from '../../platform/desk/use-visit.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { isAwaited } from '../../platform/session/is-awaited.ts';
import { supportKey } from './support-key.ts';
import type { SupportRequest } from './support-record.ts';

/** Everybody's requests that wait for an answer, the most urgent first. */
export function useOpenRequests(enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...supportKey, 'queue'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const options = { filter: "status = 'open'", sort: 'answerBy,id', signal };
      return (await (await loadBackend()).collection('support_requests').getList<SupportRequest>(1, 200, options))
        .items;
    },
  });
}

export type SupportJoin = { id: string; kind: string; record: string; label: string };

/** What a request is about. */
export function useJoins(request: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...supportKey, 'joins', request],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('request = {:request}', { request });
      return (
        await backend.collection('support_joins').getList<SupportJoin>(1, 50, { filter, sort: 'created,id', signal })
      ).items;
    },
  });
}

type Answer = { id: string; title: string; text: string };

/** What the support answers often, to be put into what is being written. */
export function useSavedAnswers(enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...supportKey, 'answers'],
    queryFn: async ({ signal }) =>
      (await (await loadBackend()).collection('saved_answers').getList<Answer>(1, 200, { sort: 'title,id', signal }))
        .items,
  });
}

/**
 * Whether what those who answer have around a request is still read. What comes above it would push it down, and the saved answers would lift
 * where one writes.
 */
export function useIsDeskAwaited(request: string, answers: boolean): boolean {
  const reads = [
    useOpenRequests(answers),
    useJoins(request, answers),
    useSavedAnswers(answers),
    useVisit(request, answers),
  ];
  return answers && reads.some(isAwaited);
}

/** Joins a request to something, or takes what has an id away. */
export function useChangeJoins(request: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: { id: string } | { kind: string; record: string }) => {
      const joins = (await loadBackend()).collection('support_joins');
      if ('id' in change) await joins.delete(change.id);
      else await joins.create({ request, ...change });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...supportKey, 'joins', request] }),
  });
}
