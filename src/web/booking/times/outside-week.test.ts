import { expect, test } from 'vitest';
import { outsideWeek } from './outside-week.ts';

const sunday = { start: '2026-11-29T15:00:00Z' };
const monday = { start: '2026-11-29T16:30:00Z' };
const nextSunday = { start: '2026-12-06T15:59:00Z' };

test('a full week is left out from Monday to Sunday, by the clock of the instructor', () => {
  const slots = [sunday, monday, nextSunday];
  expect(outsideWeek(slots, '2026-12-02T01:00:00Z', 'Asia/Singapore')).toEqual([sunday]);
  expect(outsideWeek(slots, sunday.start, 'Asia/Singapore')).toEqual([monday, nextSunday]);
  expect(outsideWeek(slots, sunday.start, 'UTC')).toEqual([nextSunday]);
});
