import { expect, test } from 'vitest';
import { daysOfSpan, daysSoFar, spanParameters, spanText } from './span-choice.ts';

const now = new Date('2026-02-28T17:00:00Z');
const days = (filters: Record<string, string>) => {
  const { from, to } = daysOfSpan(filters, now);
  return `${from} ${to}`;
};

test.each([
  [{}, '2026-03-01 2026-03-31'],
  [{ period: 'lastmonth' }, '2026-02-01 2026-02-28'],
  [{ period: '30days' }, '2026-01-31 2026-03-01'],
  [{ period: 'year' }, '2026-01-01 2026-12-31'],
  [{ period: 'lastyear' }, '2025-01-01 2025-12-31'],
  [{ period: 'dates', from: '2026-01-05', to: '2026-01-05' }, '2026-01-05 2026-01-05'],
  [{ period: 'dates', from: '2026-01-06', to: '2026-01-05' }, '2026-03-01 2026-03-31'],
])('the period %j at one o’clock on 1 March in Singapore has the days %s', (filters, expected) => {
  expect(days(filters)).toBe(expected);
});

test.each([
  ['2026-03-01', '2026-03-31', '2026-03-01'],
  ['2026-02-10', '2026-03-31', '2026-03-01'],
  ['2026-02-01', '2026-02-28', '2026-02-28'],
  ['2026-04-01', '2026-04-30', '2026-04-30'],
])('of the days from %s to %s those to %s have begun', (from, to, last) => {
  expect(daysSoFar({ from, to }, now)).toEqual({ from, to: last });
});

test('the server is told the day after the last', () => {
  expect(spanParameters({ from: '2026-12-01', to: '2026-12-31' })).toEqual({ from: '2026-12-01', to: '2027-01-01' });
  expect(spanText({ from: '2026-12-01', to: '2026-12-31' })).toBe('1 Dec 2026 to 31 Dec 2026');
});
