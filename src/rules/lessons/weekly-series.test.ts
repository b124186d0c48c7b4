import { expect, test } from 'vitest';
import { readWeeks } from './weekly-series.ts';

test('a series is the first week and up to four later ones, in order, some left out', () => {
  expect(readWeeks([0])).toEqual([0]);
  expect(readWeeks([0, 1, 2, 3, 4])).toEqual([0, 1, 2, 3, 4]);
  expect(readWeeks([0, 2, 4])).toEqual([0, 2, 4]);
  for (const nonsense of [
    undefined,
    '0,1',
    [],
    [1],
    [0, 5],
    [0, 1, 1],
    [0, 2, 1],
    [0, -1],
    [0, 1.5],
    [0, '1'],
    [0, null],
  ]) {
    expect(readWeeks(nonsense)).toBeUndefined();
  }
});
