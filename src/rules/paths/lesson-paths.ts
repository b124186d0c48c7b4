/** The page of a lesson, for its parties and staff. */
export function lessonPath(lesson: string): string {
  return `/dashboard/lessons/${lesson}`;
}

/** The same right after it was booked: it says so. */
export function bookedLessonPath(lesson: string): string {
  return `${lessonPath(lesson)}?confirmed`;
}

export const lessonHistoryPath = '/dashboard/lesson-history';
export const claimsPath = '/dashboard/claims';

/** A claim, for its parties and for the desk. */
export function claimPath(claim: string): string {
  return `/dashboard/claims?claim=${claim}`;
}
