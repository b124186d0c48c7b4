import { expect, test } from 'vitest';
import { gapsOf, isTight } from './day-gaps.ts';

const lesson = (id: string, startMinute: number, endMinute: number, postalCode: string) => ({
  key: id,
  startMinute,
  endMinute,
  item: { id, postalCode },
});

test('gaps of a day have the time between and the drive, as far as both places are known', () => {
  const gaps = gapsOf([
    lesson('c', 660, 720, '640456'),
    lesson('a', 540, 600, '460123'),
    lesson('b', 615, 660, '640001'),
    lesson('d', 750, 810, ''),
    lesson('e', 1000, 1060, ''),
  ]);
  expect(gaps.map(({ key, freeMinutes, driveMinutes }) => [key, freeMinutes, driveMinutes])).toEqual([
    ['a b', 15, 55],
    ['b c', 0, 0],
    ['c d', 30, undefined],
  ]);
  expect(gaps.map(isTight)).toEqual([true, false, false]);
});
