import { expect, test } from 'vitest';
import { firstPolicyValues as values } from '#rules/policies/policy-values.ts';
import { figureLabels } from './figure-labels.ts';
import { differences, type FigureName, figureOf, figureText } from './policy-figures.ts';

test('every figure can be written, and read again as it was', () => {
  for (const name of Object.keys(values) as FigureName[]) {
    expect(figureOf(figureText(values[name]), values[name]), name).toEqual(values[name]);
  }
});

test('nonsense is no figure', () => {
  expect(figureOf('ten', values.holdMinutes)).toBeUndefined();
  expect(figureOf('24, 12', values.tiers)).toBeUndefined();
  expect(figureOf('90, x', values.documentReminderDays)).toBeUndefined();
});

test('what differs is named, in words', () => {
  expect(differences(values, { ...values, feeFirstPercent: 12, tiers: [] }).map((name) => figureLabels[name])).toEqual([
    'Cancellation steps (hours before:percent back)',
    'Fee for the first hours of a learner with an instructor (%)',
  ]);
});
