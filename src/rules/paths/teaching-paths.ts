import { withQuery } from './with-query.ts';

export const schedulePath = '/dashboard/schedule';
export const studentsPath = '/dashboard/students';
export const reviewsPath = '/dashboard/reviews';
/** Where somebody becomes an instructor, and keeps their offer later. */
export const teachPath = '/dashboard/teach';

/** An instructor's learners, looked through for some words. */
export function studentsFoundPath(q: string): string {
  return withQuery(studentsPath, { q });
}

/** One learner of an instructor's: an account, or a line of their own book. */
export function studentPath(learner: string): string {
  return `/dashboard/students/${learner}`;
}

/** A step of becoming an instructor. */
export function teachStepPath(step: string): string {
  return withQuery(teachPath, { step });
}
