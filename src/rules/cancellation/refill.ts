import type { PolicyValues } from '../policies/policy-values.ts';

/**
 * What of the fee of a late cancellation the platform keeps when the time is taken by others: what the fees of their lessons do not bring. Of own
 * learners, of later hours and above the most that one learner costs they bring less, or nothing.
 */
export function refillLeastFee(takenCents: number, takersFeeCents: number): number {
  return Math.max(0, takenCents - takersFeeCents);
}

/**
 * What a late-cancelling learner gets back when somebody else takes the time (domain rule 6): the fee that was charged, all but
 * `refillKeepCents`. Nothing where the fee is not more than that, or was forgiven or waived (then `chargedCents` is 0).
 */
export function refillRefund(chargedCents: number, policy: Pick<PolicyValues, 'refillKeepCents'>): number {
  return Math.max(0, chargedCents - policy.refillKeepCents);
}
