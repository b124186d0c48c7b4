import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../session/backend.ts';

export type LoggedSkill = { skill: string; level: number };
export type MockTest = { points: number; failed: boolean };

/** A `lesson_logs` record: what was practised, and how it went. */
export type LessonLog = {
  id: string;
  lesson: string;
  skills: LoggedSkill[] | null;
  notes: string;
  mockTest: MockTest | null;
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
    ]);
}

/** Begins a lesson with the four digits that its learner says. */
export function useStarting(lesson: string) {
  const onSettled = useReadingAgain(lesson);
  return useMutation({
    mutationFn: async ({ code, pdlSeen }: { code: string; pdlSeen: boolean }) => {
      const backend = await loadBackend();
      await backend.collection('lesson_starts').create({ lesson, code, pdlSeen });
    },
    onSettled,
  });
}

export type NewLog = { skills: LoggedSkill[]; notes: string; mockTest: MockTest | null };

/** Finishes a lesson with what was practised. */
export function useLogging(lesson: string) {
  const onSettled = useReadingAgain(lesson);
  return useMutation({
    mutationFn: async (log: NewLog) => {
      const backend = await loadBackend();
      await backend.collection('lesson_logs').create({ lesson, ...log });
    },
    onSettled,
  });
}
