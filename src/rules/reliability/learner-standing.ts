import type { PolicyValues } from '../policies/policy-values.ts';

const dayMs = 86_400_000;

export type LearnerStanding = { state: 'good' | 'prepay_only' | 'manual_approval'; count: number };

/**
 * How a learner stands (domain rule 13): no-shows of a rolling span of days first take away instant booking (`prepay_only`), then every
 * booking is approved by hand. Contested no-shows that staff lifted are left out by the caller. Days are 24 hours each.
 */
export function learnerStanding(
  noShowsMs: readonly number[],
  nowMs: number,
  policy: Pick<PolicyValues, 'reliabilityDays' | 'learnerPrepayAt' | 'learnerApprovalAt'>,
): LearnerStanding {
  const sinceMs = nowMs - policy.reliabilityDays * dayMs;
  const count = noShowsMs.filter((atMs) => atMs > sinceMs && atMs <= nowMs).length;
  if (count >= policy.learnerApprovalAt) return { state: 'manual_approval', count };
  return { state: count >= policy.learnerPrepayAt ? 'prepay_only' : 'good', count };
}
