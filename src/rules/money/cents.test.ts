import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portionOf } from './divide-cents.ts';
import { formatCents } from './format-cents.ts';

test.each([
  [0, 'S$0.00'],
  [5, 'S$0.05'],
  [6500, 'S$65.00'],
  [123_456_789, 'S$1,234,567.89'],
  [-500, '−S$5.00'],
])('%i cents read %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test.each([
  [6600, 90, 60, 9900],
  [9900, 5, 100, 495],
  [101, 50, 100, 50],
  [103, 50, 100, 51],
  [101, 51, 100, 52],
  [1, 1, 3, 0],
  [2, 1, 3, 1],
])(
  '%i cents times %i / %i are %i: to the nearest, half a cent is dropped',
  (cents, numerator, denominator, expected) => {
    expect(portionOf(cents, numerator, denominator)).toBe(expected);
  },
);

test('a portion is never more than half a cent off, and never in disfavour of who pays when it is exactly half', () => {
  const amounts = fc.integer({ min: 0, max: 100_000_00 });
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 1, max: 3000 }),
      (cents, numerator, denominator) => {
        const portion = portionOf(cents, numerator, denominator);
        expect(Number.isInteger(portion)).toBe(true);
        const doubledError = 2 * (portion * denominator - cents * numerator);
        expect(doubledError).toBeGreaterThanOrEqual(-denominator);
        expect(doubledError).toBeLessThan(denominator);
      },
    ),
  );
});
