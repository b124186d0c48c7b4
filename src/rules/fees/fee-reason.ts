import { portionOf } from '../money/divide-cents.ts';
import type { FeePolicy } from './platform-fee.ts';

export const feeReasons = ['own_learner', 'first', 'across', 'later', 'cap', 'gift', 'none'] as const;
export type FeeReason = (typeof feeReasons)[number];

/** A fee that was taken: what was kept of the lesson, what the pair's fees came to with it, and what of it the learner's credit owed (`giftFee`). */
export type TakenFee = {
  keptCents: number;
  feeCents: number;
  pairFeeCents: number;
  isOwnLearner: boolean;
  giftFeeCents?: number;
};

/**
 * Which part of domain rule 20 a fee comes from: none of own learners, the rate of the first hours, both rates across the last of them, the later
 * rate, or what was left below the most that one learner costs. `gift` where credit that the platform paid for brings more than that, `none` where
 * nothing was kept.
 */
export function feeReason(
  { keptCents, feeCents, pairFeeCents, isOwnLearner, giftFeeCents = 0 }: TakenFee,
  policy: FeePolicy,
): FeeReason {
  if (isOwnLearner) return feeCents > 0 ? 'gift' : 'own_learner';
  if (keptCents <= 0) return 'none';
  if (feeCents === portionOf(keptCents, policy.feeFirstPercent, 100)) return 'first';
  if (giftFeeCents > 0 && feeCents === giftFeeCents) return 'gift';
  if (feeCents === portionOf(keptCents, policy.feeLaterPercent, 100)) return 'later';
  return pairFeeCents >= policy.feeCapCents ? 'cap' : 'across';
}
