import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudentAnswer } from '#wire/students.ts';
import { loadBackend, readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** A student of the signed-in instructor, by account or by their line in the book. */
export function useStudent(id: string) {
  const user = useSession();
  return useQuery({
    queryKey: ['lessons', 'student', user?.id, id],
    queryFn: ({ signal }) => readMarketplace<StudentAnswer>(`students/${encodeURIComponent(id)}`, {}, signal),
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
    mutationFn: async ({ student, instructor, text }: { student: StudentAnswer; instructor: string; text: string }) => {
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
