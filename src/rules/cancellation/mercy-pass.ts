import type { PolicyValues } from '../policies/policy-values.ts';
import { monthsFrom } from '../time/add-months.ts';
import { dayMs } from '../time/durations.ts';

/** Late cancellations that were forgiven after this instant count against the mercy pass (domain rule 7): whole calendar months back. */
export function mercySince(zone: string, nowMs: number, policy: Pick<PolicyValues, 'mercyMonths'>): number {
  return monthsFrom(zone, nowMs, -policy.mercyMonths);
}

/** Whether the instructor may still waive what a learner was charged (domain rule 7): within `waiveDays` of the charge. */
export function mayWaive(chargedMs: number, nowMs: number, policy: Pick<PolicyValues, 'waiveDays'>): boolean {
  return nowMs <= chargedMs + policy.waiveDays * dayMs;
}
