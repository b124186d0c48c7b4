import type { PolicyValues } from '../policies/policy-values.ts';

type Days = { unit: 'day'; count: number };
type ByPolicy = { unit: 'day' | 'month' | 'year'; of: 'addressDays' | 'imageDays' | 'chatMonths' | 'bookingYears' };

/**
 * What is kept about people for a time only, and for how long (domain rule 32). The jobs that forget and the privacy page both come from here: a line
 * without its job, or a job without its line, is no program.
 */
export const keptThings = {
  /** Lessons, payments and the books: at least so long, as the law asks. Nothing deletes them. */
  bookings: { unit: 'year', of: 'bookingYears' },
  /** What learners and instructors write to each other, with its files. */
  messages: { unit: 'month', of: 'chatMonths' },
  /** Where a learner is picked up, and their note to the instructor: from the lesson's end. */
  addresses: { unit: 'day', of: 'addressDays' },
  /** The files of papers that were checked: from the decision. */
  papers: { unit: 'day', of: 'imageDays' },
  /** What an instructor wrote about a lesson; the levels of skills stay. */
  lessonWords: { unit: 'day', count: 730 },
  /** What the bell shows. */
  notifications: { unit: 'day', count: 180 },
  /** What a mail said; that it was sent, without its words, is kept as `mailTraces` says. */
  mailWords: { unit: 'day', count: 30 },
  mailTraces: { unit: 'day', count: 400 },
  /** Whom a refund of a closed account was sent to, by the payment provider or by a person, from then on: so long a bank may send it back, and somebody has to pay it by hand. */
  refundPayees: { unit: 'day', count: 30 },
  /** Files that staff had made of figures and events. */
  reports: { unit: 'day', count: 30 },
  /** How often people searched for a place and hours, and found nobody: sums without a person. */
  searchSums: { unit: 'day', count: 400 },
  /** For which postal sectors somebody asked when they could be picked up: from when they last asked. */
  askedPlaces: { unit: 'day', count: 7 },
} as const satisfies Record<string, Days | ByPolicy>;

export type KeptThing = keyof typeof keptThings;

/** The figures of the policies that say how long something is kept. */
export type KeepingFigures = Pick<PolicyValues, ByPolicy['of']>;

/** For how long something is kept: a number of days, months or years. */
export function keptFor(thing: KeptThing, figures: KeepingFigures): { count: number; unit: 'day' | 'month' | 'year' } {
  const kept: Days | ByPolicy = keptThings[thing];
  return { count: 'count' in kept ? kept.count : figures[kept.of], unit: kept.unit };
}
