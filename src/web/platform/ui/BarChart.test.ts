import { expect, test } from 'vitest';
import { niceTop } from './BarChart.tsx';

test('the axis ends at a round number that no bar passes', () => {
  expect([0, 1, 3, 5, 7, 12, 61, 99, 12_345].map(niceTop)).toEqual([2, 2, 4, 6, 8, 20, 80, 100, 20_000]);
});
