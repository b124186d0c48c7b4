import type { PageOf } from './page-of.ts';

/** A figure of a span, and of the span of the same length right before. */
export type Compared<T> = { now: T; before: T };

/** What `GET /api/marketplace/analytics/questions` answers. Instants are ISO text in UTC; `previous` is the span that `before` is of. */
export type QuestionsAnswer = {
  generatedAt: string;
  from: string;
  to: string;
  previous: { from: string; to: string };
  /** The first days that searches, and hours on offer, were written down; null before there is one. */
  since: { searches: string | null; offers: string | null };
  /** How many there were, and how many of them found nobody. */
  searches: Compared<{ searches: number; empty: number }> & { cells: SearchCell[] };
  /** What was open in a span and what lessons took, of the days and instructors of whom both is known. */
  fill: Compared<{ offeredMinutes: number; bookedMinutes: number }>;
  /** From having an account to the first lesson that was given; half of the learners waited no longer than the median. */
  firstLesson: Compared<{ learners: number; medianDays: number | null }>;
  cancellations: Compared<Reason[]>;
  /** How many taught in the span before, and how many of them no more. */
  leaving: Compared<{ taughtBefore: number; left: number }>;
  cohorts: CohortCell[];
};

/** Searches of a span and of the one before by place and hours; 0 to 24 is any time, an empty area anywhere. */
export type SearchCell = {
  area: string;
  fromHour: number;
  toHour: number;
  searches: number;
  empty: number;
  searchesBefore: number;
  emptyBefore: number;
};

/** Lessons that were called off: by whom, whether late, and what excused it. */
export type Reason = { by: string; isLate: boolean; excuse: string; count: number };

/**
 * How many of the learners who began in a month came so many months later (`later`; 0 is the month itself, with all of them). `before` is of the cohort
 * of the month before, so many months after its own; of a month that isn't over, so many days of it.
 */
export type CohortCell = { month: string; later: number; learners: number; before: number };

/** What `GET /api/marketplace/analytics/rows` answers: what a figure was counted from. */
export type FigureRowsAnswer = PageOf<FigureRow>;

/** One row of what a figure was counted from; what a figure has no part of is null or empty. */
export type FigureRow = {
  /** The instructor, learner or lesson that it is about; of searches their day, place and hours, which is all that is known. */
  id: string;
  name: string;
  /** A status, or the reason that was given. */
  detail: string;
  by: string;
  isLate: boolean | null;
  at: string | null;
  /** Minutes taken, days waited, lessons of the month, or searches that found nobody. */
  amount: number | null;
  /** Minutes that were open, or all searches. */
  of: number | null;
  /** The hours of the day that searches were about; 0 to 24 is any time. */
  fromHour: number | null;
  toHour: number | null;
};
