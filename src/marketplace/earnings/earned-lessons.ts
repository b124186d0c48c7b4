import type { Queryable } from '#engine/database/database.ts';
import { type FeeHistory, platformFee } from '#rules/fees/platform-fee.ts';
import { type PolicyVersion, policyOfVersion, readPolicyValues } from '#rules/policies/policy-at.ts';
import type { EarnedLesson } from '#wire/earnings.ts';
import { listPolicies } from '../policies/find-policy.ts';
import type { Span } from '../reads/read-span.ts';
import { type LessonMoney, listFeeHistory, listPendingLessons, listSettledLessons } from './earnings.store.ts';

/** A lesson's money before it is put into an answer. */
export type Earning = LessonMoney &
  Pick<EarnedLesson, 'state' | 'grossCents'> & {
    /** What the fees of learner and instructor will come to with this one; of settled lessons the settlement says it. */
    pairFeeCents?: number;
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
  const expected = withExpectedFees(pending, new Map(history.map((row) => [row.learner, row])), policies);
  const inSpan = expected.filter(({ startMs }) => startMs >= span.fromMs && startMs < span.toMs);
  return [...settled.map(settledEarning), ...inSpan].sort(
    (one, other) => one.startMs - other.startMs || (one.lesson < other.lesson ? -1 : 1),
  );
}

function settledEarning(row: LessonMoney): Earning {
  return { ...row, state: 'settled', grossCents: row.feeCents + row.netCents };
}

function withExpectedFees(
  rows: readonly LessonMoney[],
  history: Map<string, FeeHistory>,
  policies: readonly PolicyVersion[],
): Earning[] {
  return rows.map((row) => {
    const before = history.get(row.learner) ?? { paidMinutes: 0, feeCents: 0 };
    const grossCents = row.heldCents;
    const policy = readPolicyValues(policyOfVersion(policies, row.policyVersion)?.values);
    const { durationMinutes, isOwnLearner } = row;
    const feeCents = platformFee({ keptCents: grossCents, durationMinutes, isOwnLearner }, before, policy);
    const pairFeeCents = before.feeCents + feeCents;
    history.set(row.learner, { paidMinutes: before.paidMinutes + durationMinutes, feeCents: pairFeeCents });
    return { ...row, state: 'pending', grossCents, feeCents, netCents: grossCents - feeCents, pairFeeCents };
  });
}
