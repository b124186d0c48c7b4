import { expect, test } from 'vitest';
import { forgetAskedCode, keepAskedCode, readAskedCode } from './asked-code.ts';

function newStorage(text?: string) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => text ?? kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a code that was asked for is known until it no longer works or is forgotten', () => {
  const storage = newStorage();
  const asked = { email: 'mei@kerbside.example', otpId: 'otp1', atMs: 1000 };
  keepAskedCode(storage, asked);
  expect(readAskedCode(storage, 600_999)).toEqual(asked);
  expect(readAskedCode(storage, 601_000)).toBeUndefined();
  forgetAskedCode(storage);
  expect(readAskedCode(storage, 2000)).toBeUndefined();
});

test.each(['', '{', '7', 'null', '{"email":7}'])('what this page did not write (%s) is no code', (text) => {
  expect(readAskedCode(newStorage(text), 0)).toBeUndefined();
});
