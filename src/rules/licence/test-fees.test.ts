import { expect, test } from 'vitest';
import { feeOn } from './test-fees.ts';

const fees = [
  { kind: 'practical_test', cents: 5000, effectiveFrom: '2028-03-13' },
  { kind: 'practical_test', cents: 4000, effectiveFrom: '2026-01-01' },
  { kind: 'practical_test', cents: 4500, effectiveFrom: '2027-03-13' },
  { kind: 'basic_theory', cents: 720, effectiveFrom: '2026-01-01' },
];

test('a fee goes by the day of booking, and says what comes after it', () => {
  expect(feeOn(fees, 'practical_test', '2027-03-12')).toEqual({ cents: 4000, nextCents: 4500, nextFrom: '2027-03-13' });
  expect(feeOn(fees, 'practical_test', '2027-03-13')).toEqual({ cents: 4500, nextCents: 5000, nextFrom: '2028-03-13' });
  expect(feeOn(fees, 'practical_test', '2029-01-01')).toEqual({ cents: 5000, nextCents: null, nextFrom: '' });
  expect(feeOn(fees, 'basic_theory', '2026-01-01')).toEqual({ cents: 720, nextCents: null, nextFrom: '' });
});

test('a fee that nobody has entered, or of a time before the first, is not made up', () => {
  expect(feeOn(fees, 'licence', '2027-01-01')).toBeUndefined();
  expect(feeOn(fees, 'practical_test', '2025-12-31')).toBeUndefined();
});
