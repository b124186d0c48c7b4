import { afterEach, expect, test, vi } from 'vitest';
import { readSession, refreshSession, sessionStorageKey } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

test('[252] nobody is signed in at first', () => {
  expect(readSession()).toBeNull();
});

test('[255] a session is valid until its token expires, and not a millisecond longer', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = [part({ alg: 'HS256' }), part({ id: 'x', exp: 1_800_000_000 }), 'signature'].join('.');
  const stored = JSON.stringify({ token, record: { id: 'person000000001', email: 'a@example.com' } });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === sessionStorageKey ? stored : null) });
  refreshSession();
  expect(readSession(1_799_999_999_999)).toMatchObject({ token, user: { id: 'person000000001' } });
  expect(readSession(1_800_000_000_000)).toBeNull();
});
