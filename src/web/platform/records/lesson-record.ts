import { isLesson, type LessonState } from '#rules/lessons/lesson-states.ts';
import { currentTime } from '../ground/clock.ts';
import type { Instructor } from './instructor-record.ts';

export type LessonStatus = LessonState;

/** One line of a price: what for, and integer cents. */
export type PriceLine = { kind: string; text: string; cents: number };

/** A `lessons` record as its parties see it. Times are UTC in the wire form. */
export type Lesson = {
  id: string;
  instructor: string;
  learner: string;
  /** The instructor's line for a learner they brought along; one without an account has no `learner`. */
  ownLearner: string;
  start: string;
  end: string;
  durationMinutes: number;
  /** Always there for the learner; an instructor is shown where from the confirmation until a while after the lesson. */
  pickup: string;
  postalCode: string;
  /** For which class of licence; empty where nobody said it. */
  licenceClass?: string;
  note: string;
  status: LessonStatus;
  priceCents: number;
  lines: PriceLine[] | null;
  holdExpiresAt: string;
  /** The first of the lessons that were held together, one a week; empty for one that was held alone. */
  series?: string;
  requestExpiresAt: string;
  cancellationHours: number;
  startCode?: string;
  created: string;
  updated: string;
  /** The learner's account only where one may read it: one's own, or as an admin. */
  expand?: {
    instructor?: Instructor;
    learner?: { id: string; name: string; email: string };
    /** Only for their instructor and admins. */
    ownLearner?: { name: string };
  };
};

/** Whether the lesson is off: its time is free again or was lost. */
export function isOff(status: LessonStatus): boolean {
  return isLesson('ended', status);
}

/** Whether the lesson was paid for (or asked for and paid) and still stands. */
export function isBooked(status: LessonStatus): boolean {
  return status !== 'held' && !isOff(status);
}

/** Whether a lesson that is to come has not ended yet: only then it belongs in a calendar. */
export function isAhead({ status, end }: { status: string; end: string }): boolean {
  return isToCome(status as LessonStatus) && Date.parse(end) > currentTime().getTime();
}

/** Whether a booked lesson has not begun yet. */
export function isToCome(status: LessonStatus): boolean {
  return isLesson('upcoming', status);
}
