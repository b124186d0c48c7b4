import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDay } from '../../app/shell/keep-day.ts';
import { signOut } from './backend.ts';
import { keepOwnSession, readOwnSession } from './own-session.ts';
import { refreshSession, sessionStorageKey } from './session.ts';

const tokenOf = (session: string) => `head.${btoa(JSON.stringify({ session, exp: 4_000_000_000 }))}.signature`;
let stored: Map<string, string>;
let calls: { path: string; token: string }[];

// An admin looks through somebody's account.
beforeEach(() => {
  stored = new Map();
  calls = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: { Authorization: string } }) => {
    calls.push({ path, token: headers.Authorization });
    return new Response(null, { status: 204 });
  });
  stored.set(sessionStorageKey, JSON.stringify({ token: tokenOf('look'), record: { id: 'person' } }));
  keepOwnSession({ id: 'look', own: JSON.stringify({ token: tokenOf('own'), record: { id: 'admin' } }) });
  refreshSession();
});
afterEach(() => {
  stored.clear();
  refreshSession();
  vi.unstubAllGlobals();
});

test('signing out while looking as somebody ends one’s own session, too, and leaves no token', async () => {
  await signOut();
  expect(readOwnSession()).toBeUndefined();
  expect([...stored]).toEqual([]);
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.slice(1)).toEqual([
    { path: '/api/marketplace/impersonations/look', token: tokenOf('own') },
    { path: '/api/marketplace/devices/own', token: tokenOf('own') },
  ]);
});

test('nothing of another one’s day is kept on the device of who looks', async () => {
  const answer = { view: 'learner', nextLesson: null, upcoming: [] } as unknown as Parameters<typeof keepDay>[1];
  await keepDay('person', answer);
  expect(stored.has('kerbside_day')).toBe(false);
});
