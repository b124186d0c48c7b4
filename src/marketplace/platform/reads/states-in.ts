import { type LessonSet, lessonSets } from '#rules/lessons/lesson-states.ts';

/** A named set of a lesson's states as SQL has it: `('completed', 'closed')`. */
export function statesIn(set: LessonSet): string {
  return `(${lessonSets[set].map((state) => `'${state}'`).join(', ')})`;
}

/** Whether a lesson was given to its end, as SQL has it. A claim that is open about it, or a word of the bank's, takes nothing away from that. */
export function wasTaught(lesson: string): string {
  return `(${lesson}.status in ${statesIn('taught')} or (${lesson}.status = 'disputed' and exists (
    select from lesson_moves w where w.lesson = ${lesson}.id and w."to" in ${statesIn('taught')})))`;
}

/** Whether a lesson was ever booked, as SQL has it: a time that was held and not paid is none, whether it ran out or was let go (move-lesson.ts). */
export function wasBooked(lesson: string): string {
  return `(${lesson}.status not in ${statesIn('unpaid')} and ${lesson}."holdExpiresAt" is null)`;
}
