import type { PolicyValues } from '../policies/policy-values.ts';
import { dayMs } from '../time/durations.ts';

export type LearnerStanding = {
  state: 'good' | 'prepay_only' | 'manual_approval';
  count: number;
  /** Until when bookings are not confirmed at once; null while they are. */
  untilMs: number | null;
};

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
  const counted = noShowsMs.filter((atMs) => atMs > sinceMs && atMs <= nowMs).sort((one, other) => one - other);
  const count = counted.length;
  if (count < policy.learnerPrepayAt) return { state: 'good', count, untilMs: null };
  const state = count >= policy.learnerApprovalAt ? 'manual_approval' : 'prepay_only';
  return { state, count, untilMs: (counted.at(-policy.learnerPrepayAt) ?? 0) + policy.reliabilityDays * dayMs };
}
