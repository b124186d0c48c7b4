import { expect, test } from 'vitest';
import { firstPolicyValues } from '../policies/policy-values.ts';
import { feeReason } from './fee-reason.ts';
import { platformFee } from './platform-fee.ts';

const reasonAfter = (paidMinutes: number, feeCents: number, lesson = { keptCents: 9900, durationMinutes: 90 }) => {
  const fee = platformFee(lesson, { paidMinutes, feeCents }, firstPolicyValues);
  const taken = { keptCents: lesson.keptCents, feeCents: fee, pairFeeCents: feeCents + fee, isOwnLearner: false };
  return [fee, feeReason(taken, firstPolicyValues)];
};

test('[rule 20] the reason of a fee is the part of the rule that it comes from', () => {
  expect(reasonAfter(0, 0)).toEqual([990, 'first']);
  expect(reasonAfter(540, 5940)).toEqual([825, 'across']);
  expect(reasonAfter(600, 6600)).toEqual([495, 'later']);
  expect(reasonAfter(2000, 11_800)).toEqual([200, 'cap']);
  expect(reasonAfter(2000, 12_000)).toEqual([0, 'cap']);
  expect(reasonAfter(600, 6600, { keptCents: 0, durationMinutes: 60 })).toEqual([0, 'none']);
  const own = { keptCents: 6600, feeCents: 0, pairFeeCents: 0, isOwnLearner: true };
  expect(feeReason(own, firstPolicyValues)).toBe('own_learner');
});
