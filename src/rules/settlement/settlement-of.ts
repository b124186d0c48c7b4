import { type GiftCredit, giftFee, noGift } from '../fees/gift-fee.ts';
import { type FeeHistory, type FeePolicy, platformFee } from '../fees/platform-fee.ts';
import { splitRefund } from './split-refund.ts';

/**
 * Somebody is given money because of a lesson. `refund` goes back the way it was paid, `credit` to the learner's credit, `instructor` to the
 * instructor without a fee, and to the `platform` what its goodwill gave before. It comes from what is `held` for the lesson, from the `platform`'s
 * goodwill, or from the `instructor`'s payable.
 */
export type Give = {
  to: 'refund' | 'credit' | 'instructor' | 'platform';
  from: 'held' | 'platform' | 'instructor';
  cents: number;
  /** Given out of a fee that is still to come: the learner's credit owes it (`giftFee`). */
  isGift?: true;
};

/** One entry of a balanced ledger transaction; the same shape that the ledger posts. A debit is positive. */
export type Posting = { account: string; cents: number };

export type SettledLesson = {
  lesson: string;
  learner: string;
  instructor: string;
  durationMinutes: number;
  /** The instructor brought the learner along: no fee (domain rule 20). */
  isOwnLearner: boolean;
  /** What was paid and is held: with money, and with credit. */
  paid: { moneyCents: number; creditCents: number };
};

export type Settlement = {
  postings: Posting[];
  /** Back to the ways of paying; of it, `refundedCreditCents` was paid with credit and is credit again. */
  refundCents: number;
  refundedCreditCents: number;
  /** Credit besides: goodwill, mercy pass, replacement, and what its learner chose to have as credit. Never part of the refund. */
  creditCents: number;
  /** What stays of the price, the platform's part of it, and what the instructor gets in all (negative: owes). */
  keptCents: number;
  feeCents: number;
  /** What of the fee credit owed because of gifts. */
  giftFeeCents: number;
  instructorCents: number;
};

/** What the fee of a lesson depends on besides what is kept of it. */
export type FeeFacts = {
  history: FeeHistory;
  policy: FeePolicy;
  /** What the learner's credit owes. */
  gift?: GiftCredit;
  /** What the platform does not give up, where so much is kept. */
  leastFeeCents?: number;
};

/**
 * Where the money of an ended lesson goes (domain rules 6, 7, 10, 11, 14 to 16 and 20): what is given comes first, what stays of the held
 * money is the instructor's less the platform's fee. The postings sum to zero, empty the lesson's `held:` account, and name each account once.
 * The same at closing (`gives` is empty), cancelling, a no-show and the decision of a claim. Throws where more would be given from what is
 * held than is held: no rule does that.
 */
export function settlementOf(
  lesson: SettledLesson,
  gives: readonly Give[],
  { history, policy, gift = noGift, leastFeeCents = 0 }: FeeFacts,
): Settlement {
  const { paid, durationMinutes, isOwnLearner } = lesson;
  const heldCents = paid.moneyCents + paid.creditCents;
  const keptCents = heldCents - sumOf(gives, ({ from }) => from === 'held');
  if (keptCents < 0 || gives.some(({ cents }) => cents < 0)) throw new Error('More would be given than is held.');
  const giftFeeCents = giftFee(gift, keptCents);
  const ownFeeCents = platformFee({ keptCents, durationMinutes, isOwnLearner }, history, policy);
  const feeCents = Math.min(keptCents, Math.max(ownFeeCents, giftFeeCents, leastFeeCents));
  const refundCents = sumOf(gives, ({ to }) => to === 'refund');
  const refund = splitRefund(refundCents, paid);
  const creditCents = sumOf(gives, ({ to }) => to === 'credit');
  const instructorCents =
    keptCents -
    feeCents +
    sumOf(gives, ({ to }) => to === 'instructor') -
    sumOf(gives, ({ from }) => from === 'instructor');
  const goodwillCents = sumOf(gives, ({ from }) => from === 'platform') - sumOf(gives, ({ to }) => to === 'platform');
  const postings: Posting[] = [
    { account: `held:${lesson.lesson}`, cents: heldCents },
    { account: 'goodwill', cents: goodwillCents },
    { account: `refunds_due:${lesson.learner}`, cents: -refund.moneyCents },
    { account: `learner_credit:${lesson.learner}`, cents: -refund.creditCents - creditCents },
    { account: `instructor_payable:${lesson.instructor}`, cents: -instructorCents },
    { account: 'platform_fees', cents: -feeCents },
  ];
  return {
    postings: postings.filter(({ cents }) => cents !== 0).map(({ account, cents }) => ({ account, cents })),
    refundCents,
    refundedCreditCents: refund.creditCents,
    creditCents,
    keptCents,
    feeCents,
    giftFeeCents,
    instructorCents,
  };
}

/** What is left to post when a settlement is decided anew, as by a claim after closing: the later postings less those already made. */
export function postingsBetween(before: readonly Posting[], after: readonly Posting[]): Posting[] {
  const sums = new Map<string, number>();
  for (const { account, cents } of after) sums.set(account, (sums.get(account) ?? 0) + cents);
  for (const { account, cents } of before) sums.set(account, (sums.get(account) ?? 0) - cents);
  return [...sums].filter(([, cents]) => cents !== 0).map(([account, cents]) => ({ account, cents }));
}

function sumOf(gives: readonly Give[], fits: (give: Give) => boolean): number {
  return gives.reduce((sum, give) => (fits(give) ? sum + give.cents : sum), 0);
}
