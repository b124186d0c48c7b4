import { expect, test } from 'vitest';
import { nearestSlots } from './nearest-slots.ts';

const at = (...hours: number[]) =>
  hours.map((hour) => ({ start: `2026-12-05T${String(hour).padStart(2, '0')}:00:00Z` }));

test('the three nearest starts are offered, in order of time', () => {
  expect(nearestSlots(at(1, 2, 4, 8, 9), '2026-12-05T03:00:00Z')).toEqual(at(1, 2, 4));
});

test('of two equally near the earlier is taken', () => {
  expect(nearestSlots(at(2, 4), '2026-12-05T03:00:00Z', 1)).toEqual(at(2));
});

test('the wanted start itself is never offered again, and nothing is offered from nothing', () => {
  expect(nearestSlots(at(3), '2026-12-05T03:00:00Z')).toEqual([]);
  expect(nearestSlots([], '2026-12-05T03:00:00Z')).toEqual([]);
});
