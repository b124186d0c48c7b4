import { type GiftCredit, giftRoom } from '../fees/gift-fee.ts';
import { portionBackOf, portionOf } from '../money/divide-cents.ts';
import type { PolicyValues } from '../policies/policy-values.ts';
import type { Give } from '../settlement/settlement-of.ts';
import { hourMs } from '../time/durations.ts';
import { type CancellableLesson, type CancellationPolicy, freeUntil, refundPercentAt } from './cancellation-terms.ts';
import { type GoodwillFacts, type GoodwillPolicy, goodwillOf } from './goodwill.ts';

/** A lesson that is cancelled, with its price. */
export type CancelledLesson = CancellableLesson & { priceCents: number };

export type CancellationOutcome = {
  /** Back the way it was paid, in percent of the price and in cents. */
  refundPercent: number;
  refundCents: number;
  /** The price less the refund. */
  feeCents: number;
  /** Goodwill or mercy pass; never part of the refund. */
  creditCents: number;
  /** Inside the window: it counts for reliability, and a learner's freed time goes to try-resell. */
  isLate: boolean;
  usesMercyPass: boolean;
  /** What `settlementOf` does with the money. */
  gives: Give[];
};

type LearnerPolicy = CancellationPolicy & Pick<PolicyValues, 'mercyPasses' | 'mercyInstructorPercent'>;

/**
 * What a learner's cancellation comes to (domain rules 5 to 8). Within the tiers part of the price comes back, half a cent in the learner's
 * favour. The mercy pass applies by itself where a fee would be charged before the start and fewer than `mercyPasses` were used in the last
 * months (`mercyPassesUsed`, counted by the caller from `mercySince`): the learner gets the charge as credit, the instructor still gets
 * `mercyInstructorPercent` of it out of the platform's fee. More than that fee, `platformFeeOf` the charge, less what the learner's credit owes of
 * gifts before, is never given, and the credit owes it: lessons of people who know each other would make money otherwise.
 */
export function cancelByLearner(
  lesson: CancelledLesson,
  cancelledMs: number,
  {
    policy,
    mercyPassesUsed,
    platformFeeOf,
    gift,
  }: {
    policy: LearnerPolicy;
    mercyPassesUsed: number;
    platformFeeOf: (chargedCents: number) => number;
    gift: Pick<GiftCredit, 'owedCents'>;
  },
): CancellationOutcome {
  const { priceCents } = lesson;
  const refundPercent = refundPercentAt(lesson, cancelledMs, policy);
  const refundCents = portionBackOf(priceCents, refundPercent, 100);
  const feeCents = priceCents - refundCents;
  const isLate = cancelledMs > freeUntil(lesson, policy);
  const isAhead = cancelledMs < lesson.startMs;
  const usesMercyPass = isAhead && isLate && feeCents > 0 && mercyPassesUsed < policy.mercyPasses;
  const gives: Give[] = [{ to: 'refund', from: 'held', cents: refundCents }];
  if (usesMercyPass) {
    const halfCents = portionOf(feeCents, policy.mercyInstructorPercent, 100);
    const instructorCents = Math.min(halfCents, giftRoom(platformFeeOf(feeCents), gift));
    gives.push({ to: 'credit', from: 'held', cents: feeCents });
    gives.push({ to: 'instructor', from: 'platform', cents: instructorCents, isGift: true });
  }
  const creditCents = usesMercyPass ? feeCents : 0;
  return { refundPercent, refundCents, feeCents, creditCents, isLate, usesMercyPass, gives };
}

type InstructorPolicy = GoodwillPolicy & Pick<PolicyValues, 'goodwillBelowHours'>;

/**
 * What an instructor's cancellation comes to (domain rule 11): everything back at any time; less than `goodwillBelowHours` before the start a
 * credit besides, see `goodwillOf`. For a test-day lesson `testFeeCents` is the fee of the test, given as credit by who pays the goodwill.
 */
export function cancelByInstructor(
  lesson: CancelledLesson,
  cancelledMs: number,
  { policy, goodwill, testFeeCents = 0 }: { policy: InstructorPolicy; goodwill: GoodwillFacts; testFeeCents?: number },
): CancellationOutcome {
  const isLate = lesson.startMs - cancelledMs < policy.goodwillBelowHours * hourMs;
  const { cents, gives } = isLate ? goodwillOf(goodwill, policy) : { cents: 0, gives: [] };
  // The fee of a test is paid by who pays the credit, without a fee of ours that it could come from.
  const from = goodwill.goodwillsBefore < policy.goodwillByPlatform ? 'platform' : 'instructor';
  const testFee: Give[] = testFeeCents > 0 ? [{ to: 'credit', from, cents: testFeeCents }] : [];
  const creditCents = cents + testFeeCents;
  return {
    ...allBack(lesson),
    isLate,
    creditCents,
    gives: [...allBack(lesson).gives, ...gives, ...testFee],
  };
}

/** What an admin's cancellation comes to: everything back and nobody blamed, unless the admin decides on another part of the price. */
export function cancelByAdmin(lesson: CancelledLesson, refundPercent = 100): CancellationOutcome {
  const refundCents = portionBackOf(lesson.priceCents, refundPercent, 100);
  return {
    ...allBack(lesson),
    refundPercent,
    refundCents,
    feeCents: lesson.priceCents - refundCents,
    gives: [{ to: 'refund', from: 'held', cents: refundCents }],
  };
}

function allBack({ priceCents }: CancelledLesson): CancellationOutcome {
  return {
    refundPercent: 100,
    refundCents: priceCents,
    feeCents: 0,
    creditCents: 0,
    isLate: false,
    usesMercyPass: false,
    gives: [{ to: 'refund', from: 'held', cents: priceCents }],
  };
}
