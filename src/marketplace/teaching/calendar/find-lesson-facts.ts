import type { Queryable } from '#engine/database/database.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { selectFeedLessons, selectLessonFacts } from './lesson-facts.store.ts';

/** One lesson with what its parties are told about it. Instants in epoch milliseconds, money in cents. */
export type LessonFacts = {
  id: string;
  status: string;
  /** The number of its last move: calendars keep the entry with the highest. */
  sequence: number;
  startMs: number;
  endMs: number;
  updatedMs: number;
  /** Until when the parties see each other's phone, and the instructor the pick-up; null while they don't. */
  contactsUntilMs: number | null;
  /** Until when the instructor may answer a request; null when there is none. */
  requestExpiresMs: number | null;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  note: string;
  priceCents: number;
  lines: Array<{ kind: string; text: string; cents: number }>;
  cancellationHours: number;
  /** The figures of the version it was booked under. */
  policy: PolicyValues;
  startCode: string;
  instructor: string;
  instructorName: string;
  instructorUser: string;
  instructorEmail: string;
  instructorPhone: string;
  /** What texts for the instructor are written in, as the account prefers. */
  instructorLanguage: string;
  /** For which class the lesson is; empty where nobody said it. */
  licenceClass: string;
  vehiclePlate: string;
  vehicleModel: string;
  timezone: string;
  /** '' for an own learner without an account, who is told nothing here. */
  learner: string;
  learnerName: string;
  learnerEmail: string;
  learnerPhone: string;
  learnerLanguage: string;
};

/** What a calendar shows of a lesson. */
export type CalendarFacts = Omit<LessonFacts, 'policy'>;

/** What a feed shows: beside the lesson the start that it was asked to move to, or null. */
export type FeedFacts = CalendarFacts & { movesToMs: number | null };

/** The facts of a lesson, or undefined when there is none of that id. */
export function findLessonFacts(db: Queryable, id: string): Promise<LessonFacts | undefined> {
  return selectLessonFacts(db, id);
}

/** The booked lessons that somebody takes or gives in a span, soonest first. */
export function findFeedLessons(
  db: Queryable,
  span: { user: string; fromMs: number; toMs: number },
): Promise<FeedFacts[]> {
  return selectFeedLessons(db, span);
}
