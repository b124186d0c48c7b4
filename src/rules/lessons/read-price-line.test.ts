import { expect, test } from 'vitest';
import { instantOf, parseDate } from '../time/local-time.ts';
import { quoteLesson } from './quote-lesson.ts';
import { readPriceLine } from './read-price-line.ts';

const prices = {
  hourlyCents: 123_450,
  eveningSurchargePercent: 15,
  weekendSurchargePercent: 20,
  timezone: 'Asia/Singapore',
};

const at = (date: string, hour: number) => instantOf(prices.timezone, parseDate(date) ?? 0, hour * 60);

test('what a quote says can be read back from each of its lines', () => {
  const evening = quoteLesson(prices, at('2026-12-01', 19), 90).map(readPriceLine);
  expect(evening).toEqual([
    { kind: 'lesson', minutes: 90, hourlyCents: 123_450 },
    { kind: 'evening', percent: 15 },
    { kind: 'platform_fee' },
  ]);
  const weekend = quoteLesson(prices, at('2026-12-05', 10), 60).map(readPriceLine);
  expect(weekend[1]).toEqual({ kind: 'weekend', percent: 20 });
});

test.each([
  ['lesson', 'An hour with Ravi'],
  ['lesson', '60 minutes at 65 dollars'],
  ['evening', 'Weekend, 20 %'],
  ['platform_fee', 'Fee'],
  ['discount', 'First lesson'],
])('a line of the kind %s that says "%s" is left in its own words', (kind, text) => {
  expect(readPriceLine({ kind, text })).toBeUndefined();
});
