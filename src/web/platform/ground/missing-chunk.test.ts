import { expect, test } from 'vitest';
import { isMissingChunk, mayReload } from './missing-chunk.ts';

test.each([
  'Failed to fetch dynamically imported module: http://x/assets/LessonPage-1.js',
  'error loading dynamically imported module: http://x/assets/LessonPage-1.js',
  'Importing a module script failed.',
])('"%s" is a part of the site that is missing', (message) => {
  expect(isMissingChunk(new TypeError(message))).toBe(true);
});

test('any other fault is not', () => {
  expect(isMissingChunk(new TypeError('x is not a function'))).toBe(false);
  expect(isMissingChunk('Importing a module script failed.')).toBe(false);
});

test('a page opens itself anew once a minute at most', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (n: string, v: string) => void kept.set(n, v),
  };
  expect(mayReload(storage, 1_000_000)).toBe(true);
  expect(mayReload(storage, 1_030_000)).toBe(false);
  expect(mayReload(storage, 1_061_000)).toBe(true);
});
