import { expect, test } from 'vitest';
import { instantOfWall } from './instant-of-wall.ts';

test('a wall time is an instant of its own zone, on days when clocks change, too', () => {
  expect(instantOfWall('2026-11-23', 540, 'Asia/Singapore')).toBe('2026-11-23T01:00:00.000Z');
  expect(instantOfWall('2026-11-23', 1440, 'Asia/Singapore')).toBe('2026-11-23T16:00:00.000Z');
  expect(instantOfWall('2026-03-29', 540, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  expect(instantOfWall('2026-03-28', 540, 'Europe/Berlin')).toBe('2026-03-28T08:00:00.000Z');
});

test('a date begins by the zone’s offset at that moment', () => {
  expect(instantOfWall('2026-12-05', 0, 'Asia/Singapore')).toBe('2026-12-04T16:00:00.000Z');
  expect(instantOfWall('2026-07-01', 0, 'Europe/London')).toBe('2026-06-30T23:00:00.000Z');
  expect(instantOfWall('2026-12-05', 0, 'Europe/London')).toBe('2026-12-05T00:00:00.000Z');
  expect(instantOfWall('2026-12-05', 0, 'Asia/Kathmandu')).toBe('2026-12-04T18:15:00.000Z');
  // Summer time begins an hour later.
  expect(instantOfWall('2026-03-29', 0, 'Europe/London')).toBe('2026-03-29T00:00:00.000Z');
});
