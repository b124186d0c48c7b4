import * as texts from '#texts/questions.ts';

/** Who called a lesson off. */
export const byWords: Readonly<Record<string, string>> = {
  learner: texts.byLearner,
  instructor: texts.byInstructor,
  admin: texts.byStaff,
};

/** What excused it. */
export const excuseWords: Readonly<Record<string, string>> = {
  illness: texts.illness,
  breakdown: texts.breakdown,
  police: texts.police,
};

export function lateWord(isLate: boolean | null): string {
  return isLate ? texts.late : texts.inTime;
}
