import type { PolicyValues } from '../policies/policy-values.ts';

/**
 * What a late-cancelling learner gets back when somebody else takes the time (domain rule 6): the fee that was charged, all but
 * `refillKeepCents`. Nothing where the fee is not more than that, or was forgiven or waived (then `chargedCents` is 0).
 */
export function refillRefund(chargedCents: number, policy: Pick<PolicyValues, 'refillKeepCents'>): number {
  return Math.max(0, chargedCents - policy.refillKeepCents);
}
