import { beforeEach, expect, test } from 'vitest';
import { noteRecent, readRecent, recentKey } from './recent-entries.ts';

let kept: Map<string, string>;
let storage: Pick<Storage, 'getItem' | 'setItem'>;

beforeEach(() => {
  kept = new Map();
  storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
});

const place = (name: string) => ({ id: name, label: name, path: `/dashboard/${name}` });

test('what was gone to comes first, once, and five are kept', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) noteRecent(storage, 'mei', place(name));
  expect(readRecent(storage, 'mei').map(({ id }) => id)).toEqual(['c', 'f', 'e', 'd', 'b']);
});

test('nobody sees where somebody else went', () => {
  noteRecent(storage, 'mei', place('a'));
  expect(readRecent(storage, 'ravi')).toEqual([]);
  noteRecent(storage, 'ravi', place('b'));
  expect(readRecent(storage, 'mei')).toEqual([]);
});

test.each(['', '{', '[]', '{"user":"mei","entries":[{"id":"x","label":"x","path":"//evil.example"},7]}'])(
  'what this page did not write (%s) is nothing',
  (text) => {
    kept.set(recentKey, text);
    expect(readRecent(storage, 'mei')).toEqual([]);
  },
);
