import type { PolicyValues } from '../policies/policy-values.ts';
import { minuteMs } from '../time/durations.ts';

/** Somebody who waits for a time, as compared with one that is free now. */
export type Waiting = {
  entry: string;
  learner: string;
  /** Class, instructor, hours and the day before which the time must be: all that was asked for fits. */
  fits: boolean;
  /** Waits for this very instructor, not for any. */
  wantsInstructor: boolean;
  /** From the wanted area to where the instructor picks up; 0 within it, undefined when nobody said. */
  km: number | undefined;
  /** The last day that helps, in epoch milliseconds; undefined without one. */
  beforeMs: number | undefined;
  sinceMs: number;
  /** Was offered this time in an earlier round, or has another offer open. */
  wasAsked: boolean;
};

/**
 * Who is offered a freed time next (domain rule 31): the best `waitlistOffers` of those whom it fits, each learner once. Who waits for this
 * instructor goes first, then the nearer, then whose last day is soonest, then who has waited longest. Nobody is asked twice for one time.
 */
export function rankWaiting(waiting: readonly Waiting[], policy: Pick<PolicyValues, 'waitlistOffers'>): string[] {
  const ranked = waiting.filter(({ fits, wasAsked }) => fits && !wasAsked).sort(compare);
  const asked = new Set(waiting.filter(({ wasAsked }) => wasAsked).map(({ learner }) => learner));
  const chosen: string[] = [];
  for (const { entry, learner } of ranked) {
    if (asked.has(learner)) continue;
    asked.add(learner);
    chosen.push(entry);
    if (chosen.length === policy.waitlistOffers) break;
  }
  return chosen;
}

/** Until when the offers of a round are open (domain rule 31): some minutes, never beyond the last instant at which the time can be booked. */
export function offerExpiresAt(
  nowMs: number,
  bookableUntilMs: number,
  policy: Pick<PolicyValues, 'waitlistMinutes'>,
): number {
  return Math.min(nowMs + policy.waitlistMinutes * minuteMs, bookableUntilMs);
}

/** Whether a learner may wait for something more (domain rule 31). */
export function mayJoinWaitlist(openEntries: number, policy: Pick<PolicyValues, 'waitlistEntries'>): boolean {
  return openEntries < policy.waitlistEntries;
}

function compare(one: Waiting, other: Waiting): number {
  return (
    Number(other.wantsInstructor) - Number(one.wantsInstructor) ||
    byNumber(one.km, other.km) ||
    byNumber(one.beforeMs, other.beforeMs) ||
    one.sinceMs - other.sinceMs ||
    (one.entry < other.entry ? -1 : 1)
  );
}

/** Smaller first, missing ones last. */
function byNumber(one = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY): number {
  return one === other ? 0 : one - other;
}
