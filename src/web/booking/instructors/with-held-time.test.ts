import { expect, test } from 'vitest';
import type { PublicInstructor } from '../search/public-instructor.ts';
import { withHeldTime } from './with-held-time.ts';

const time = (start: string) => ({ start, end: '', priceCents: 6600, localDate: start.slice(0, 10) });
const instructor = { timezone: 'Asia/Singapore' } as PublicInstructor;
const days = [
  { date: '2026-12-05', times: [time('2026-12-05T01:00:00.000Z'), time('2026-12-05T04:00:00.000Z')] },
  { date: '2026-12-06', times: [] },
];
const hold = (start: string) => ({ instructor: 'one', start, durationMinutes: 60, holdExpiresAt: '' });
const shown = (start: string) =>
  withHeldTime({ days, instructor }, hold(start)).map(({ times }) => times.map((each) => [each.start, !!each.hold]));

test('the time that a guest holds stands at its place, also on a day on which nothing else is free', () => {
  expect(withHeldTime({ days, instructor }, undefined)).toBe(days);
  expect(shown('2026-12-05T02:00:00.000Z')[0]).toEqual([
    ['2026-12-05T01:00:00.000Z', false],
    ['2026-12-05T02:00:00.000Z', true],
    ['2026-12-05T04:00:00.000Z', false],
  ]);
  // Sunday in Singapore.
  expect(shown('2026-12-05T17:00:00.000Z')[1]).toEqual([['2026-12-05T17:00:00.000Z', true]]);
});

test('on no day of the week that is shown it changes nothing', () => {
  expect(withHeldTime({ days, instructor }, hold('2026-12-12T02:00:00.000Z'))).toBe(days);
});

test('it stands there once where the page was read before it was held', () => {
  expect(shown('2026-12-05T04:00:00Z')[0]).toEqual([
    ['2026-12-05T01:00:00.000Z', false],
    ['2026-12-05T04:00:00Z', true],
  ]);
});
