import type { PolicyValues } from '../policies/policy-values.ts';
import { type LocalDay, weekdayOf } from '../time/local-time.ts';

/** The day on which money that is payable now is paid out (domain rule 21): the policies' weekday (Wednesday at first) on or after `today`. */
export function nextPayoutDay(today: LocalDay, policy: Pick<PolicyValues, 'payoutWeekday'>): LocalDay {
  return today + ((policy.payoutWeekday - weekdayOf(today) + 7) % 7);
}

/** The latest payout day that is not ahead of `today` (domain rule 21). */
export function lastPayoutDay(today: LocalDay, policy: Pick<PolicyValues, 'payoutWeekday'>): LocalDay {
  return today - ((weekdayOf(today) - policy.payoutWeekday + 7) % 7);
}

/** What a payout of a balance pays: all of it, or nothing below the minimum (domain rule 21). */
export function payoutCents(payableCents: number, policy: Pick<PolicyValues, 'payoutMinimumCents'>): number {
  return payableCents >= policy.payoutMinimumCents ? payableCents : 0;
}
