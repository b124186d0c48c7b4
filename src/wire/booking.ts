import type { LessonState } from '#rules/lessons/lesson-states.ts';
import type { PriceLine } from '#rules/lessons/quote-lesson.ts';

/** A time that can be had. Instants are ISO text in UTC, the price is in cents for its length. */
export type FreeTime = { start: string; end: string; priceCents: number };

/** What `GET /api/marketplace/quote` answers: the lines that are shown, and charged, and the cancellation terms. */
export type QuoteAnswer = { lines: PriceLine[]; totalCents: number; cancellation: CancellationStep[] };

/** One step of the terms: until then, so much of the price comes back. */
export type CancellationStep = { untilISO: string; refundPercent: number };

/** What `GET /api/marketplace/alternatives` answers: what comes nearest to a time that cannot be had. */
export type AlternativesAnswer = { sameInstructor: FreeTime[]; sameTime: OtherTime[]; nearby: OtherTime[] };

/** A free time of another instructor. `km` is from the asked instructor's areas to `area`, null when that is not around. */
export type OtherTime = FreeTime & {
  instructor: { id: string; name: string; licenceClasses: string[]; timezone: string };
  area: string;
  km: number | null;
};

/** What `GET /api/marketplace/rebook` answers: the next times of an instructor one has driven with, and what the last lesson was like. */
export type BookAgainAnswer = {
  /** Null: never driven with anybody who can be booked. */
  instructor: { id: string; name: string; photoUrl: string; timezone: string } | null;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  /** Those at the learner's usual time first. */
  items: Array<FreeTime & { isUsual: boolean }>;
};

/** What `GET /api/marketplace/weekly` answers. */
export type WeeklyAnswer = { items: Week[] };

/** One week of a series: when, for how much, and why it can't be had ('' where it can). */
export type Week = FreeTime & { week: number; refusal: string; reason: string };

/** What `GET /api/marketplace/slots` answers. `calendarVersion` grows with every change of the calendar; `generatedAt` is an instant in UTC. */
export type SlotsAnswer = { generatedAt: string; items: Slot[]; calendarVersion: number };

/** A free time with the local date on which it begins, in the zone that was asked for or the instructor's. */
export type Slot = FreeTime & { localDate: string };

/** What `POST /api/marketplace/guest-holds` answers: the lesson that is held for a guest. */
export type GuestHoldAnswer = {
  id: string;
  instructor: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: LessonState;
  priceCents: number;
  lines: PriceLine[];
  holdExpiresAt: string;
};

/** What `POST /api/marketplace/guest-holds/claim` answers: the lesson that is the learner's now. */
export type GuestHoldClaimAnswer = { lesson: string };
