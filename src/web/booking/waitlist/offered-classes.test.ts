import { expect, test } from 'vitest';
import { offeredClasses } from './offered-classes.ts';

test('one waits for the classes that somebody teaches, the usual ones first', () => {
  expect(offeredClasses({ '3': 4, '2B': 1, '3A': 9, '4': 0 })).toEqual(['3A', '3', '2B']);
  expect(offeredClasses({ '3': 4 })).toEqual(['3']);
});

test('a class that was asked for stays though nobody teaches it, and the usual ones stand for all until that is known', () => {
  expect(offeredClasses({ '3A': 9 }, '4')).toEqual(['3A', '4']);
  expect(offeredClasses({ '3A': 9 }, 'bus')).toEqual(['3A']);
  expect(offeredClasses(undefined, '3')).toEqual(['3A', '3']);
});
