import { expect, it } from 'vitest';
import { formatMoney } from './format-money.ts';

it('writes cents as dollars with two digits and thousands', () => {
  expect([6500, 0, 5, 120_450, -500, 123_456_789].map(formatMoney)).toEqual([
    'S$65.00',
    'S$0.00',
    'S$0.05',
    'S$1,204.50',
    '−S$5.00',
    'S$1,234,567.89',
  ]);
});
