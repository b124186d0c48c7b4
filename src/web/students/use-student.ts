import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SkillProgress } from '../lessons/dashboard-answer.ts';
import type { LessonStatus } from '../lessons/lesson-record.ts';
import { loadBackend, readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';
import type { Student } from './use-students.ts';

export type SkillOverTime = SkillProgress & { levels: Array<{ start: string; level: number; percent: number }> };

export type TaughtLesson = {
  id: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: LessonStatus;
  isTaught: boolean;
  priceCents: number;
  isPaidByHand: boolean;
  paidCents: number;
  log: {
    skills: Array<{ skill: string; level: number }>;
    notes: string;
    mockTest: { points: number; failed: boolean } | null;
  } | null;
};

export type OwnPayment = { id: string; amountCents: number; method: 'cash' | 'paynow'; paidOn: string; note: string };

export type OwnLearner = {
  id: string;
  name: string;
  phone: string;
  note: string;
  hasJoined: boolean;
  inviteUrl: string;
};

/** What an instructor who taught a learner before wrote down. */
export type RecordBefore = {
  instructorName: string;
  handedOverAt: string;
  skillHistory: SkillOverTime[];
  lessons: Pick<TaughtLesson, 'id' | 'start' | 'durationMinutes' | 'log'>[];
};

/** One student with all that their instructor knows. */
export type StudentDetail = Omit<Student, 'ownLearner'> & {
  hasAccount: boolean;
  ownLearner: OwnLearner | null;
  phone: string;
  note: { id: string; text: string } | null;
  skillHistory: SkillOverTime[];
  lessons: TaughtLesson[];
  payments: OwnPayment[];
  before: RecordBefore[];
};

/** A student of the signed-in instructor, by account or by their line in the book. */
export function useStudent(id: string) {
  const user = useSession();
  return useQuery({
    queryKey: ['lessons', 'student', user?.id, id],
    queryFn: ({ signal }) => readMarketplace<StudentDetail>(`students/${encodeURIComponent(id)}`, {}, signal),
  });
}

type NewOwnLearner = { instructor: string; name: string; phone: string };
type NewPayment = { ownLearner: string; amountCents: number; method: 'cash' | 'paynow'; paidOn: string };
export type NewOwnLesson = {
  id: string;
  instructor: string;
  ownLearner: string;
  start: string;
  durationMinutes: number;
  pickup: string;
};

/** What an instructor writes down of students; every list of lessons and students is read again after it. */
export function useStudentChanges() {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['lessons'] }),
      queries.invalidateQueries({ queryKey: ['dashboard'] }),
    ]);
  const add = useMutation({
    mutationFn: async (values: NewOwnLearner) =>
      (await loadBackend()).collection('own_learners').create<{ id: string }>(values),
    onSettled,
  });
  const book = useMutation({
    mutationFn: async (lesson: NewOwnLesson) =>
      (await loadBackend()).collection('lessons').create<{ id: string }>(lesson),
    onSettled,
  });
  const pay = useMutation({
    mutationFn: async (payment: NewPayment) =>
      (await loadBackend()).collection('own_payments').create<{ id: string }>(payment),
    onSettled,
  });
  const unpay = useMutation({
    mutationFn: async (id: string) => (await loadBackend()).collection('own_payments').delete(id),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (ownLearner: string) => (await loadBackend()).collection('own_learners').delete(ownLearner),
    onSettled,
  });
  const note = useMutation({
    mutationFn: async ({ student, instructor, text }: { student: StudentDetail; instructor: string; text: string }) => {
      const backend = await loadBackend();
      const { ownLearner, learner, hasAccount } = student;
      if (!hasAccount && ownLearner) await backend.collection('own_learners').update(ownLearner.id, { note: text });
      else if (student.note) await backend.collection('student_notes').update(student.note.id, { text });
      else await backend.collection('student_notes').create({ instructor, learner: learner.id, text });
    },
    onSettled,
  });
  return { add, book, pay, unpay, remove, note };
}
