import { useQuery } from '@tanstack/react-query';
import type { SkillProgress } from '../lessons/dashboard-answer.ts';
import type { ListQuery, ListSpec } from '../lists/list-query.ts';
import { readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';

/** Somebody whom the signed-in instructor teaches or has taught. */
export type Student = {
  learner: { id: string; name: string; avatarUrl: string };
  /** Their line in the instructor's book, where the instructor brought them along. */
  ownLearner: string | null;
  /** What an own learner still has to pay the instructor; negative: paid ahead. */
  owedCents: number | null;
  /** What is left of their packages. */
  packageMinutes: number;
  completedLessons: number;
  completedMinutes: number;
  since: string;
  lastLessonStart: string | null;
  nextLesson: { id: string; start: string } | null;
  skills: SkillProgress[];
};

export type StudentsAnswer = { items: Student[]; totalItems: number; totalPages: number };

/** What the address of the students page may say. */
export const studentsList = {
  sorts: ['next', '-next', 'name', '-name', '-lessons', 'lessons', '-hours', 'hours', '-last', 'last'],
  filters: { state: ['booked', 'free'] },
} as const satisfies ListSpec;

/** One page of the instructor's students; what was there stays while the next answer is on its way. */
export function useStudents({ q, sort, page, filters }: ListQuery) {
  const user = useSession();
  const query = { q, sort, page, state: filters.state ?? '' };
  return useQuery({
    queryKey: ['lessons', 'students', user?.id, query],
    queryFn: ({ signal }) => readMarketplace<StudentsAnswer>('students', query, signal),
    placeholderData: (shown) => shown,
  });
}
