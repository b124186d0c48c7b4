import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { currentTime } from '../../platform/ground/clock.ts';
import { createOrKeep } from '../../platform/offline/use-outbox.ts';
import { loadBackend } from '../../platform/session/backend.ts';

export type LoggedSkill = { skill: string; level: number };
export type MockTest = { points: number; failed: boolean; faults?: unknown };

/** A `lesson_logs` record: what was practised, and how it went. */
export type LessonLog = {
  id: string;
  lesson: string;
  skills: LoggedSkill[] | null;
  notes: string;
  mockTest: MockTest | null;
  /** When it was finished, as the device says that kept it without a network. */
  finishedAt: string;
  created: string;
};

/** The log of a lesson, or null while there is none. */
export function useLessonLog(lesson: string) {
  return useQuery({
    queryKey: ['lesson-log', lesson],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('lesson = {:lesson}', { lesson });
      const page = await backend
        .collection('lesson_logs')
        .getList<LessonLog>(1, 1, { filter, skipTotal: true, signal });
      return page.items[0] ?? null;
    },
  });
}

/** Whatever comes of a step in a lesson's life, the lesson and the dashboards are read again. */
function useReadingAgain(lesson: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['dashboard'] }),
      queries.invalidateQueries({ queryKey: ['lesson', lesson] }),
      queries.invalidateQueries({ queryKey: ['lesson-log', lesson] }),
      queries.invalidateQueries({ queryKey: ['lessons', 'running'] }),
    ]);
}

/** Begins a lesson with the four digits that its learner says. */
export function useStarting(lesson: string) {
  const queries = useQueryClient();
  const onSettled = useReadingAgain(lesson);
  return useMutation({
    mutationFn: ({ code, pdlSeen }: { code: string; pdlSeen: boolean }) =>
      createOrKeep(queries, 'lesson_starts', { lesson, code, pdlSeen }),
    onSettled,
  });
}

export type NewLog = { skills: LoggedSkill[]; notes: string; mockTest: MockTest | null };

/** Finishes a lesson with what was practised, or puts right what was sent. */
export function useLogging(lesson: string, sent: LessonLog | undefined) {
  const queries = useQueryClient();
  const onSettled = useReadingAgain(lesson);
  return useMutation({
    mutationFn: async (log: NewLog) => {
      // What a device keeps says when it was pressed.
      const finishedAt = currentTime().toISOString();
      if (!sent) return createOrKeep(queries, 'lesson_logs', { lesson, ...log, finishedAt });
      await (await loadBackend()).collection('lesson_logs').update(sent.id, log);
    },
    onSettled,
  });
}

/** Says, too, that a finished lesson was given. */
export function useConfirming(lesson: string) {
  const onSettled = useReadingAgain(lesson);
  return useMutation({
    mutationFn: async () => (await loadBackend()).collection('lesson_confirmations').create({ lesson }),
    onSettled,
  });
}

/** What may be put right: a log for a day after it was sent. */
export function isChangeable(log: LessonLog, nowMs: number): boolean {
  return nowMs < Date.parse(log.created) + 24 * 3_600_000;
}

/** The last level of each skill that this instructor gave the learner before this lesson. */
export function useEarlierLevels({ id, learner, instructor }: { id: string; learner: string; instructor: string }) {
  return useQuery({
    queryKey: ['earlier-levels', id],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter(
        'lesson.learner = {:learner} && lesson.instructor = {:instructor} && lesson != {:id}',
        {
          learner,
          instructor,
          id,
        },
      );
      const { items } = await backend
        .collection('lesson_logs')
        .getList<LessonLog>(1, 50, { filter, sort: '-created', skipTotal: true, signal });
      const levels: Record<string, number> = {};
      for (const { skills } of items) for (const { skill, level } of skills ?? []) levels[skill] ??= level;
      return levels;
    },
  });
}
