import { expect, test } from 'vitest';
import { daysNamed } from './named-days.ts';

test.each([
  ['a Monday', { weekday: 1, minute: 600 }, { inDays: 5, count: 2 }],
  ['a Saturday', { weekday: 6, minute: 600 }, { inDays: 0, count: 2 }],
  ['a Sunday morning', { weekday: 0, minute: 600 }, { inDays: 0, count: 1 }],
  ['a Sunday evening: the next one', { weekday: 0, minute: 1080 }, { inDays: 6, count: 2 }],
])('the weekend as seen on %s', (_, clock, days) => {
  expect(daysNamed('weekend', clock)).toEqual(days);
});
