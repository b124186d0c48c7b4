import { portionOf } from '../money/divide-cents.ts';
import type { PolicyValues } from '../policies/policy-values.ts';

/** What came before with the same learner and instructor: minutes that count (`countedMinutes`), and fees. */
export type FeeHistory = { paidMinutes: number; feeCents: number };

/** The figures that decide about the fee. */
export type FeePolicy = Pick<PolicyValues, 'feeFirstPercent' | 'feeFirstHours' | 'feeLaterPercent' | 'feeCapCents'>;

/** What an instructor kept of a lesson after refunds, and how long it was. */
export type KeptLesson = { keptCents: number; durationMinutes: number; isOwnLearner?: boolean };

/**
 * The platform's part of what an instructor kept of a lesson (domain rule 20), in cents: nothing of own learners; of others in version 1 of the
 * policies 10 % of the first ten paid hours, then 5 %, at most S$120 for one learner with one instructor. A lesson across the tenth hour
 * is split by its minutes and rounded once; half a cent is dropped.
 */
export function platformFee(lesson: KeptLesson, history: FeeHistory, policy: FeePolicy): number {
  const { keptCents, durationMinutes, isOwnLearner } = lesson;
  if (isOwnLearner || durationMinutes <= 0) return 0;
  const firstMinutes = policy.feeFirstHours * 60;
  const atFirstRate = Math.min(durationMinutes, Math.max(0, firstMinutes - history.paidMinutes));
  const percentMinutes =
    atFirstRate * policy.feeFirstPercent + (durationMinutes - atFirstRate) * policy.feeLaterPercent;
  const feeCents = portionOf(keptCents, percentMinutes, durationMinutes * 100);
  return Math.max(0, Math.min(feeCents, policy.feeCapCents - history.feeCents));
}
