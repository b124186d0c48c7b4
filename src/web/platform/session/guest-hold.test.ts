import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guestHoldKey, guestSecretKey, readGuestHold } from './guest-hold.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map([[guestSecretKey, 'x'.repeat(45)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const hold = (holdExpiresAt: string) =>
  stored.set(
    guestHoldKey,
    JSON.stringify({ instructor: 'a', start: '2026-11-25T02:00:00Z', durationMinutes: 60, holdExpiresAt }),
  );

test('a time held before signing in is known until it runs out, and then nothing of it stays in the browser', () => {
  hold('2999-01-01T00:00:00Z');
  expect(readGuestHold()).toMatchObject({ instructor: 'a' });
  expect(stored.size).toBe(2);
  hold('2020-01-01T00:00:00Z');
  expect(readGuestHold()).toBeUndefined();
  expect([...stored.keys()]).toEqual([]);
});
