import type { Queryable } from '#engine/database/database.ts';
import { countedMinutesOf, type PaidBefore } from '#rules/fees/counted-minutes.ts';
import { type GiftCredit, giftFee, noGift } from '#rules/fees/gift-fee.ts';
import { platformFee } from '#rules/fees/platform-fee.ts';
import { type PolicyVersion, policyOfVersion, readPolicyValues } from '#rules/policies/policy-at.ts';
import type { EarnedLesson } from '#wire/earnings.ts';
import { listPolicies } from '../../platform/policies/find-policy.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import {
  type LessonMoney,
  listFeeHistory,
  listGiftCredit,
  listPendingLessons,
  listSettledLessons,
} from './earnings.store.ts';

/** A lesson's money before it is put into an answer. */
export type Earning = LessonMoney &
  Pick<EarnedLesson, 'state' | 'grossCents'> & {
    /** What the fees of learner and instructor will come to with this one; of settled lessons the settlement says it. */
    pairFeeCents?: number;
    /** What of that fee the learner's credit will owe. */
    giftFeeCents?: number;
  };

/**
 * The lessons of a span with their money, in order of time. The fee of a lesson that is not settled yet is what rule 20 will take by the
 * version it was booked under, each learner's lessons counted in their order.
 */
export async function findEarnings(db: Queryable, instructor: string, span: Span): Promise<Earning[]> {
  const [settled, pending, history, policies] = await Promise.all([
    listSettledLessons(db, instructor, span),
    listPendingLessons(db, instructor),
    listFeeHistory(db, instructor),
    listPolicies(db),
  ]);
  const gifts = new Map((await listGiftCredit(db, idsOf(pending))).map((gift) => [gift.lesson, gift]));
  const expected = withExpectedFees(pending, gifts, new Map(history.map((row) => [row.learner, row])), policies);
  const inSpan = expected.filter(({ startMs }) => startMs >= span.fromMs && startMs < span.toMs);
  return [...settled.map(settledEarning), ...inSpan].sort(
    (one, other) => one.startMs - other.startMs || (one.lesson < other.lesson ? -1 : 1),
  );
}

const idsOf = (rows: readonly LessonMoney[]) => rows.map(({ lesson }) => lesson);

function settledEarning(row: LessonMoney): Earning {
  return { ...row, state: 'settled', grossCents: row.feeCents + row.netCents };
}

function withExpectedFees(
  rows: readonly LessonMoney[],
  gifts: ReadonlyMap<string, GiftCredit>,
  history: Map<string, { before: PaidBefore[]; feeCents: number }>,
  policies: readonly PolicyVersion[],
): Earning[] {
  return rows.map((row) => {
    const { before, feeCents: takenCents } = history.get(row.learner) ?? { before: [], feeCents: 0 };
    const grossCents = row.heldCents;
    const policy = readPolicyValues(policyOfVersion(policies, row.policyVersion)?.values);
    const { durationMinutes, isOwnLearner } = row;
    const paidMinutes = countedMinutesOf(before, { priceCents: grossCents, durationMinutes });
    const kept = { keptCents: grossCents, durationMinutes, isOwnLearner };
    const giftFeeCents = giftFee(gifts.get(row.lesson) ?? noGift, grossCents);
    const ownFeeCents = platformFee(kept, { paidMinutes, feeCents: takenCents }, policy);
    const feeCents = Math.min(grossCents, Math.max(ownFeeCents, giftFeeCents));
    const pairFeeCents = takenCents + feeCents;
    before.push({ paidMinutes: durationMinutes, keptCents: grossCents });
    history.set(row.learner, { before, feeCents: pairFeeCents });
    const netCents = grossCents - feeCents;
    return { ...row, state: 'pending', grossCents, feeCents, netCents, pairFeeCents, giftFeeCents };
  });
}
