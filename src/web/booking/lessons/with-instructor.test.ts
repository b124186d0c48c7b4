import { expect, test } from 'vitest';
import type { LearnerDashboardAnswer } from '#wire/dashboard.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { withInstructor } from './with-instructor.ts';

const lesson = { id: 'lesson000000001', instructor: 'teacher00000001', status: 'confirmed' } as Lesson;
const ravi = { id: 'teacher00000001', name: 'Ravi Chandran', timezone: 'Asia/Singapore', vehiclePlate: 'SLB 4412 C' };
const dashboard = {
  nextLesson: null,
  upcoming: [{ id: lesson.id, instructor: ravi }],
  history: [],
} as unknown as LearnerDashboardAnswer;

test('a lesson names its instructor and the car, also while the instructor pauses and has no page', () => {
  expect(withInstructor(lesson, dashboard).expand?.instructor).toMatchObject({ ...ravi, status: '' });
  // What the record itself says comes first.
  const open = { ...lesson, expand: { instructor: { ...ravi, name: 'R. Chandran' } } } as Lesson;
  expect(withInstructor(open, dashboard)).toBe(open);
  expect(withInstructor({ ...lesson, id: 'another00000001' }, dashboard).expand).toBeUndefined();
});
