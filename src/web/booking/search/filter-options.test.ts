import { expect, test } from 'vitest';
import { priceOptions } from './filter-options.ts';

const labels = (counts: Record<string, number>, chosen?: string) =>
  priceOptions(counts, chosen)
    .map(({ label }) => label)
    .slice(1);

test('limits of the price that find nobody, or nobody more than the one below, are left out', () => {
  const counts = { 5000: 0, 6000: 2, 7000: 2, 8000: 5, 9000: 5 };
  expect(labels(counts)).toEqual(['Up to S$60.00 an hour (2)', 'Up to S$80.00 an hour (5)']);
  expect(labels(counts, '7000')).toContain('Up to S$70.00 an hour (2)');
});
