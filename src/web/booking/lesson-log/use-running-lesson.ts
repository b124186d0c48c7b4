import { useQuery } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** A lesson of the signed-in instructor that was begun and is not finished. */
export type RunningLesson = { id: string; start: string; learner: string; ownLearner: string };

/** The lesson of the signed-in instructor that goes on, of an earlier day, too: no other can begin before it is finished. Null without one. */
export function useRunningLesson(isAsked = true) {
  const user = useSession();
  return useQuery({
    queryKey: ['lessons', 'running', user?.id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("instructor.user = {:user} && status = 'in_progress'", { user: user?.id });
      const options = { filter, sort: 'start', fields: 'id,start,learner,ownLearner', signal };
      return (await backend.collection('lessons').getList<RunningLesson>(1, 1, options)).items[0] ?? null;
    },
    enabled: isAsked && user !== undefined && user !== null,
  });
}
