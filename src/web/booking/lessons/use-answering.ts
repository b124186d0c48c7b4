import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';

export type Decision = 'accept' | 'decline';

/** An instructor's answer to a lesson that was asked for. Whatever comes of it, the lesson is read again. */
export function useAnswering(lessonId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Decision) => {
      const backend = await loadBackend();
      await backend.collection('approvals').create({ lesson: lessonId, decision });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['dashboard'] }),
        queries.invalidateQueries({ queryKey: ['lesson', lessonId] }),
      ]),
  });
}
