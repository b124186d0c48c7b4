import type { PolicyValues } from '../policies/policy-values.ts';
import { type FeeReason, feeReason, type TakenFee } from './fee-reason.ts';

/** Why a fee is what it is, with the figures of the version that the lesson was booked under. */
export type FeeRule = {
  reason: FeeReason;
  firstPercent: number;
  firstHours: number;
  laterPercent: number;
  capCents: number;
};

/** The part of domain rule 20 that a fee comes from, with its figures. */
export function feeRuleOf(taken: TakenFee, values: PolicyValues): FeeRule {
  return {
    reason: feeReason(taken, values),
    firstPercent: values.feeFirstPercent,
    firstHours: values.feeFirstHours,
    laterPercent: values.feeLaterPercent,
    capCents: values.feeCapCents,
  };
}
