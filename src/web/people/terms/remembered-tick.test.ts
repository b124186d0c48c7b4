import { expect, test } from 'vitest';
import { forgetTick, hasTicked, rememberTick } from './remembered-tick.ts';

function newStorage(text?: string) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => text ?? kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { storage, kept };
}

test('a tick counts for its own address and version until it is forgotten', () => {
  const { storage, kept } = newStorage();
  expect(hasTicked(storage, 'mei@kerbside.example', 1)).toBe(false);
  rememberTick(storage, 'Mei@Kerbside.example', 1);
  expect(hasTicked(storage, 'mei@kerbside.example', 1)).toBe(true);
  expect(hasTicked(storage, 'ravi@kerbside.example', 1)).toBe(false);
  expect(hasTicked(storage, 'mei@kerbside.example', 2)).toBe(false);
  forgetTick(storage);
  expect(kept.size).toBe(0);
});

test.each(['', '{', '7', 'null'])('what this page did not write (%s) is no tick', (text) => {
  expect(hasTicked(newStorage(text).storage, 'mei@kerbside.example', 1)).toBe(false);
});
