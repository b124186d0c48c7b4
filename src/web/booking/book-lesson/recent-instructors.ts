import { isLesson } from '#rules/lessons/lesson-states.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';

/** Instructors of the given lessons that were booked, each once, the latest first, at most four. A time that was only held is no lesson. */
export function recentInstructors(lessons: readonly Pick<Lesson, 'status' | 'expand'>[]): readonly Instructor[] {
  const byId = new Map<string, Instructor>();
  for (const { expand, status } of lessons) {
    if (!isLesson('takenUp', status)) continue;
    const instructor = expand?.instructor;
    if (instructor?.status === 'listed' && !byId.has(instructor.id)) byId.set(instructor.id, instructor);
  }
  return [...byId.values()].slice(0, 4);
}
