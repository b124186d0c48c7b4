import { expect, test } from 'vitest';
import { creditToSpend } from './credit-to-spend.ts';

test.each([
  { credit: 2000, due: 6600, spent: 2000 },
  { credit: 6550, due: 6600, spent: 6550 },
  { credit: 6551, due: 6600, spent: 6550 },
  { credit: 6599, due: 6600, spent: 6550 },
  { credit: 6600, due: 6600, spent: 6600 },
  { credit: 9000, due: 6600, spent: 6600 },
  { credit: 20, due: 40, spent: 0 },
  { credit: 0, due: 6600, spent: 0 },
])('of $credit cents of credit $spent pay $due, so that what is left can be charged', ({ credit, due, spent }) => {
  expect(creditToSpend(credit, due, 50)).toBe(spent);
});

test('where anything can be charged all credit is spent', () => {
  expect(creditToSpend(6599, 6600, 0)).toBe(6599);
});
