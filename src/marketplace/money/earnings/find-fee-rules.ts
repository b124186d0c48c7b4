import type { Queryable } from '#engine/database/database.ts';
import { type FeeRule, feeRuleOf } from '#rules/fees/fee-rule.ts';
import { policyOfVersion, readPolicyValues } from '#rules/policies/policy-at.ts';
import { listPolicies } from '../../platform/policies/find-policy.ts';
import type { Earning } from './earned-lessons.ts';
import { listFeesTaken } from './earnings.store.ts';

/** Which rule the fees of these lessons follow: of a settled one by its settlement (null without one), of another by what will be taken. */
export async function findFeeRules(
  db: Queryable,
  lessons: readonly string[],
): Promise<(earning: Earning) => FeeRule | null> {
  const [taken, policies] = await Promise.all([listFeesTaken(db, lessons), listPolicies(db)]);
  const byLesson = new Map(taken.map((row) => [row.lesson, row]));
  return ({ lesson, grossCents, feeCents, pairFeeCents, giftFeeCents = 0, isOwnLearner, policyVersion }) => {
    const expected =
      pairFeeCents === undefined ? undefined : { keptCents: grossCents, feeCents, pairFeeCents, giftFeeCents };
    const fee = byLesson.get(lesson) ?? expected;
    if (!fee) return null;
    return feeRuleOf({ ...fee, isOwnLearner }, readPolicyValues(policyOfVersion(policies, policyVersion)?.values));
  };
}
