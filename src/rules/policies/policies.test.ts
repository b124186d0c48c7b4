import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicyValues } from './check-policy-values.ts';
import { type PolicyVersion, policyAt, policyOfVersion, readPolicyValues } from './policy-at.ts';
import { firstPolicyValues } from './policy-values.ts';

const version = (number: number, fromMs: number): PolicyVersion => ({
  version: number,
  fromMs,
  values: { ...firstPolicyValues, holdMinutes: number },
});

describe('the version in force', () => {
  const versions = [version(2, 2000), version(1, 1000), version(3, 3000)];

  test.each([
    [999, 1],
    [1000, 1],
    [1999, 1],
    [2000, 2],
    [2999, 2],
    [3000, 3],
    [9000, 3],
  ])('at %i is version %i: it holds from its instant on, and the first before all', (atMs, expected) => {
    expect(policyAt(versions, atMs)?.version).toBe(expected);
  });

  test('is found by its number, or the nearest below it', () => {
    expect([0, 1, 2, 7].map((number) => policyOfVersion(versions, number)?.version)).toEqual([1, 1, 2, 3]);
    expect(policyOfVersion([], 1)).toBeUndefined();
  });

  test('says what version 1 said where it was written before a figure was known', () => {
    expect(readPolicyValues({ holdMinutes: 20 })).toEqual({ ...firstPolicyValues, holdMinutes: 20 });
  });
});

describe('the figures of a version', () => {
  const errorsOf = (change: Record<string, unknown>) => {
    const check = checkPolicyValues({ ...firstPolicyValues, ...change });
    return check.ok ? {} : check.errors;
  };

  test('are those of version 1 to begin with', () => {
    expect(checkPolicyValues(firstPolicyValues)).toEqual({ ok: true, values: firstPolicyValues });
  });

  test.each([
    ['holdMinutes', 0, { code: 'out_of_range', min: 1, max: 120 }],
    ['holdMinutes', 15.5, { code: 'not_whole' }],
    ['holdMinutes', '15', { code: 'not_whole' }],
    ['holdMinutes', Number.NaN, { code: 'not_whole' }],
    ['holdMinutes', undefined, { code: 'missing' }],
    ['holdMinuten', 15, { code: 'unknown' }],
    ['ratingPriorMean', 5.1, { code: 'out_of_range', min: 1, max: 5 }],
    ['payoutMaxHoldDays', 91, { code: 'out_of_range', min: 1, max: 90 }],
    ['feeLaterPercent', 11, { code: 'out_of_order', than: 'feeFirstPercent' }],
    ['autoCloseHours', 73, { code: 'out_of_order', than: 'payoutAfterHours' }],
    ['packageReminderDays', [7, 30], { code: 'out_of_order', than: 'the day before it' }],
    ['documentReminderDays', [], { code: 'not_a_list' }],
    ['tiers', [], { code: 'not_a_list' }],
    ['tiers', [{ hoursBefore: 24 }], { code: 'not_a_list' }],
    ['tiers', [{ hoursBefore: 24, refundPercent: 101 }], { code: 'out_of_range', min: 1, max: 100 }],
  ])('are refused: %s %j', (name, value, error) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: error });
  });

  test('never give back more to whoever cancels later', () => {
    const tiers = [
      { hoursBefore: 24, refundPercent: 50 },
      { hoursBefore: 12, refundPercent: 100 },
    ];
    expect(errorsOf({ tiers })).toEqual({ tiers: { code: 'out_of_order', than: 'the step before it' } });
  });

  test('may be anything that is sent, without a throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (values, figure) => {
        expect(typeof checkPolicyValues(values).ok).toBe('boolean');
        expect(typeof checkPolicyValues({ ...firstPolicyValues, tiers: figure, holdMinutes: figure }).ok).toBe(
          'boolean',
        );
      }),
    );
  });
});
