import { expect, test } from 'vitest';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { LessonStatus } from '../../platform/records/lesson-record.ts';
import { recentInstructors } from './recent-instructors.ts';

const lesson = (id: string, status: LessonStatus, listed = 'listed') => ({
  status,
  expand: { instructor: { id, status: listed } as Instructor },
});
const idsOf = (lessons: ReturnType<typeof lesson>[]) => recentInstructors(lessons).map(({ id }) => id);

test('who was booked is offered again: a hold alone, let go or run out, never counts', () => {
  expect(idsOf([lesson('a', 'held'), lesson('b', 'expired'), lesson('c', 'cancelled_by_learner')])).toEqual([]);
  expect(idsOf([lesson('a', 'held'), lesson('a', 'completed'), lesson('b', 'expired')])).toEqual(['a']);
});

test('each is offered once, the latest first, four at most and none who is not listed', () => {
  const lessons = ['a', 'b', 'a', 'c', 'd', 'e'].map((id) => lesson(id, 'completed'));
  expect(idsOf([lesson('z', 'closed', 'paused'), ...lessons])).toEqual(['a', 'b', 'c', 'd']);
});
