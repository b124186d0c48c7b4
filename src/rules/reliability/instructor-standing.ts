import type { PolicyValues } from '../policies/policy-values.ts';
import { dayMs } from '../time/durations.ts';

/** An instructor called a lesson off or stayed away. Illness, breakdown and police matters are excused with a note (domain rule 12). */
export type InstructorLapse = {
  atMs: number;
  kind: 'early_cancel' | 'late_cancel' | 'no_show';
  learner: string;
  isExcused: boolean;
};

export type InstructorStanding = {
  state: 'good' | 'warned' | 'hidden';
  /** Late cancellations and no-shows that count now. */
  count: number;
  /** From the warning on: until when so many count; null while fewer do. */
  warnedUntilMs: number | null;
  /** While hidden: until when; an appeal is taken until `appealUntilMs`. */
  hiddenUntilMs: number | null;
  appealUntilMs: number | null;
  /** Learners whose lessons were called off so often that people look at it. */
  reviewLearners: string[];
};

type StandingPolicy = Pick<
  PolicyValues,
  | 'reliabilityDays'
  | 'instructorWarnAt'
  | 'instructorHideAt'
  | 'instructorHideDays'
  | 'sameLearnerCancels'
  | 'appealDays'
>;

/**
 * How an instructor stands (domain rule 12): late cancellations and no-shows of a rolling span of days lead to a warning, then to being hidden
 * from search for some days from the lapse that reached the number; each further lapse while over the number hides anew. More than
 * `sameLearnerCancels` cancellations of one learner, early ones too, are for people to look at. Days are 24 hours each.
 */
export function instructorStanding(
  lapses: readonly InstructorLapse[],
  nowMs: number,
  policy: StandingPolicy,
): InstructorStanding {
  const counted = lapses
    .filter(({ isExcused, kind, atMs }) => !isExcused && kind !== 'early_cancel' && atMs <= nowMs)
    .map(({ atMs }) => atMs)
    .sort((one, other) => one - other);
  const count = countSince(counted, nowMs, policy);
  // The oldest of the last `instructorWarnAt` is the first whose going makes them too few.
  const warningMs = count >= policy.instructorWarnAt ? counted.at(-policy.instructorWarnAt) : undefined;
  const hidingMs = counted.findLast((atMs) => countSince(counted, atMs, policy) >= policy.instructorHideAt);
  const hiddenUntilMs = hidingMs === undefined ? null : hidingMs + policy.instructorHideDays * dayMs;
  const isHidden = hiddenUntilMs !== null && nowMs < hiddenUntilMs;
  return {
    state: isHidden ? 'hidden' : count >= policy.instructorWarnAt ? 'warned' : 'good',
    count,
    warnedUntilMs: warningMs === undefined ? null : warningMs + policy.reliabilityDays * dayMs,
    hiddenUntilMs: isHidden ? hiddenUntilMs : null,
    appealUntilMs: isHidden && hidingMs !== undefined ? hidingMs + policy.appealDays * dayMs : null,
    reviewLearners: oftenCancelled(lapses, nowMs, policy),
  };
}

function countSince(instants: readonly number[], atMs: number, { reliabilityDays }: StandingPolicy): number {
  const sinceMs = atMs - reliabilityDays * dayMs;
  return instants.filter((instant) => instant > sinceMs && instant <= atMs).length;
}

function oftenCancelled(lapses: readonly InstructorLapse[], nowMs: number, policy: StandingPolicy): string[] {
  const sinceMs = nowMs - policy.reliabilityDays * dayMs;
  const cancels = lapses.filter(
    ({ kind, atMs, isExcused }) => kind !== 'no_show' && !isExcused && atMs > sinceMs && atMs <= nowMs,
  );
  const byLearner = Map.groupBy(cancels, ({ learner }) => learner);
  return [...byLearner].flatMap(([learner, own]) => (own.length > policy.sameLearnerCancels ? [learner] : [])).sort();
}
