import { expect, test } from 'vitest';
import { clockOfMinute, minuteOfClock, weeklyHours } from './wall-minutes.ts';

test('minutes of the day and wall-clock texts are the same thing', () => {
  expect(clockOfMinute(0)).toBe('00:00');
  expect(clockOfMinute(545)).toBe('09:05');
  expect(clockOfMinute(1440)).toBe('24:00');
  expect(minuteOfClock('09:05')).toBe(545);
  expect(minuteOfClock('00:00', true)).toBe(1440);
  expect(minuteOfClock('00:00')).toBe(0);
  expect(minuteOfClock('9:05')).toBeUndefined();
  expect(minuteOfClock('24:30')).toBeUndefined();
});

test('overlapping windows count each minute once', () => {
  expect(
    weeklyHours([
      { weekday: 1, startMinute: 540, endMinute: 720 },
      { weekday: 1, startMinute: 660, endMinute: 780 },
      { weekday: 2, startMinute: 540, endMinute: 630 },
    ]),
  ).toBe(5.5);
  expect(weeklyHours([])).toBe(0);
});
