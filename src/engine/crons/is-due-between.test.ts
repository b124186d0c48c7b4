import { expect, test } from 'vitest';
import { isDueBetween } from './is-due-between.ts';
import { parseCron } from './parse-cron.ts';

const cases: Array<[expression: string, last: string, now: string, isDue: boolean]> = [
  ['0 * * * *', '2026-11-21T10:00:05Z', '2026-11-21T10:59:59Z', false],
  ['0 * * * *', '2026-11-21T10:00:05Z', '2026-11-21T11:00:00Z', true],
  ['0 * * * *', '2026-11-21T11:00:00Z', '2026-11-21T11:00:40Z', false],
  ['30 9 * * 1-5', '2026-11-20T09:30:00Z', '2026-11-22T23:00:00Z', false],
  ['30 9 * * 1-5', '2026-11-22T23:00:00Z', '2026-11-23T09:30:20Z', true],
  ['0 0 1 1 *', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', true],
  // A server that was away for a month makes up for the last day alone.
  ['0 0 1 * *', '2026-11-21T00:00:00Z', '2026-12-21T00:00:00Z', false],
  ['0 3 * * *', '2026-11-21T00:00:00Z', '2026-12-21T00:00:00Z', true],
  // A clock that was set back.
  ['* * * * *', '2026-11-21T12:00:00Z', '2026-11-21T11:00:00Z', false],
];

test.each(cases)('%s between %s and %s: %s', (expression, last, now, isDue) => {
  const parsed = parseCron(expression);
  if (!parsed.ok) throw new Error(parsed.message);
  expect(isDueBetween(parsed.schedule, Date.parse(last), Date.parse(now))).toBe(isDue);
});
