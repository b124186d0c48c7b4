import { type LessonSet, lessonSets } from '#rules/lessons/lesson-states.ts';

/** A named set of a lesson's states as SQL has it: `('completed', 'closed')`. */
export function statesIn(set: LessonSet): string {
  return `(${lessonSets[set].map((state) => `'${state}'`).join(', ')})`;
}
