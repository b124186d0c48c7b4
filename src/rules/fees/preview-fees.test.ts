import { expect, test } from 'vitest';
import { firstPolicyValues } from '../policies/policy-values.ts';
import { previewFees } from './preview-fees.ts';

const lesson = {
  pair: 'a b',
  instructor: 'a',
  keptCents: 6600,
  paidMinutes: 60,
  feeCents: 660,
  priceCents: 6600,
  isCounted: true,
};

test('[rule 20] the policies in force come to what was taken', () => {
  expect(previewFees([lesson, lesson], firstPolicyValues)).toEqual([
    { instructor: 'a', lessons: 2, feeCents: 1320, newFeeCents: 1320 },
  ]);
});

test('[rule 20] hours of before decide, and only the time that is looked at counts', () => {
  const before = { ...lesson, isCounted: false };
  const policy = { ...firstPolicyValues, feeFirstHours: 1, feeFirstPercent: 20 };
  expect(previewFees([before, lesson], policy)).toEqual([
    { instructor: 'a', lessons: 1, feeCents: 660, newFeeCents: 330 },
  ]);
  expect(previewFees([lesson], policy)[0]?.newFeeCents).toBe(1320);
});
