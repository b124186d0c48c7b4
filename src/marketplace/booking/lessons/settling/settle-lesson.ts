import type { Row, Transaction } from '#engine/database/database.ts';
import { payableFrom } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { type Give, type Posting, postingsBetween, settlementOf } from '#rules/settlement/settlement-of.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { lockGiftCredit, type MoneyOfLesson, readMoneyOf, writeSettlement } from './settling.store.ts';

/** What is to be posted so that a lesson's money is where it belongs: entries first, then `refundCents` out of what is held. */
export type SettlingSteps = { cause: string; entries: SettledEntry[]; refundCents: number };

type SettledEntry = Posting & { payableFrom?: string };

/**
 * Settles the money of an ended lesson: the one way from held to the instructor, the platform and back to the learner (domain rule 20, and
 * what `gives` come from). Gives are added to those of before, so a lesson that is decided about once more (a contested no-show, a claim
 * after the payout) posts the difference alone. More than is held is never given from it: of a lesson that was not paid nothing comes back.
 * The fee's history is that of the pair; the calendar's lock, which every move holds and who ends a package, makes their lessons settle one after the other.
 */
export async function settleLesson(
  tx: Transaction,
  {
    lesson,
    gives,
    leastFeeCents = 0,
    policy,
    nowMs,
  }: {
    lesson: Row;
    gives: readonly Give[] | 'all';
    leastFeeCents?: number | undefined;
    policy: PolicyValues;
    nowMs: number;
  },
): Promise<SettlingSteps> {
  const parties = { lesson: String(lesson.id), instructor: String(lesson.instructor), learner: String(lesson.learner) };
  const money = await readMoneyOf(tx, parties);
  const gift = await lockGiftCredit(tx, parties);
  const cause = `settlement:${parties.lesson}:${money.times + 1}`;
  const heldEntry = `held:${parties.lesson}`;
  const paidCents = money.heldCents + centsOf(money.entries, heldEntry) + money.refundCents;
  const allGives = [...money.gives, ...givesOf(gives, paidCents, money)];
  if (paidCents === 0 && allGives.length === 0) return { cause, entries: [], refundCents: 0 };
  const durationMinutes = Number(lesson.durationMinutes);
  const settlement = settlementOf(
    {
      ...parties,
      durationMinutes,
      isOwnLearner: Boolean(lesson.ownLearner),
      paid: { moneyCents: paidCents, creditCents: 0 },
    },
    allGives,
    { history: money.history, policy, gift, leastFeeCents },
  );
  const refundCents = -centsOf(settlement.postings, `refunds_due:${parties.learner}`);
  const entries = withoutRefund(settlement.postings, parties, refundCents);
  const payable = isoInstant(payableFrom(msOf(lesson.end, nowMs), policy));
  const { keptCents, feeCents, giftFeeCents, instructorCents } = settlement;
  await writeSettlement(tx, {
    ...parties,
    gives: allGives,
    entries,
    paidCents,
    refundCents,
    keptCents,
    feeCents,
    giftFeeCents,
    instructorCents,
    paidMinutes: keptCents > 0 ? durationMinutes : 0,
    payableFrom: payable,
    nowMs,
  });
  return {
    cause,
    entries: postingsBetween(money.entries, entries).map((entry) => ({ ...entry, payableFrom: payable })),
    refundCents: refundCents - money.refundCents,
  };
}

// Refunds leave `held:<lesson>` by the payments they go back to, after these entries: here they stay held.
function withoutRefund(
  postings: readonly Posting[],
  { lesson, learner }: { lesson: string; learner: string },
  refundCents: number,
): Posting[] {
  const others = postings.filter(({ account }) => account !== `refunds_due:${learner}`);
  return postingsBetween([{ account: `held:${lesson}`, cents: refundCents }], others);
}

// What was given from the held money before is gone; what is given now comes out of the rest, in its order.
function givesOf(gives: readonly Give[] | 'all', paidCents: number, { gives: before }: MoneyOfLesson): Give[] {
  let leftCents = paidCents - before.reduce((sum, { from, cents }) => (from === 'held' ? sum + cents : sum), 0);
  if (gives === 'all') gives = [{ to: 'refund', from: 'held', cents: leftCents }];
  const possible = gives.map((give) => {
    if (give.from !== 'held') return give;
    const cents = Math.max(0, Math.min(give.cents, leftCents));
    leftCents -= cents;
    return { ...give, cents };
  });
  return possible.filter(({ cents }) => cents > 0);
}

function centsOf(postings: readonly Posting[], account: string): number {
  return postings.reduce((sum, posting) => (posting.account === account ? sum + posting.cents : sum), 0);
}

function msOf(value: unknown, otherwise: number): number {
  return value instanceof Date ? value.getTime() : otherwise;
}
