import { afterEach, expect, test, vi } from 'vitest';

function refusedAt(url: string): Response {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return Object.defineProperty(Response.json({}, { status: 401, headers }), 'url', { value: url });
}

afterEach(() => vi.unstubAllGlobals());

async function backendOn(pathname: string) {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { origin: 'http://kerbside.example', pathname });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string) => refusedAt(url));
  const { createBackend } = await import('./create-backend.ts');
  return createBackend();
}

const tokenOf = (session: string, lastsMs: number) =>
  `h.${btoa(JSON.stringify({ session, exp: (Date.now() + lastsMs) / 1000, at: Math.random() }))}.s`;

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

test('what is refused while a new password is on its way is asked again, and is no end of the session', async () => {
  const backend = await backendOn('/dashboard/settings');
  const { passwordPath, renewSession } = await import('./renew-session.ts');
  const read = () => statusOf(backend.send('/api/marketplace/dashboard', { method: 'GET' }));
  expect(await read()).toBe(401);
  let answer = (): void => undefined;
  const changing = renewSession(() => new Promise<void>((resolve) => (answer = resolve)));
  expect(await read()).toBe(503);
  // The change itself is refused when there is no session any more.
  expect(await statusOf(backend.send(passwordPath, { method: 'POST' }))).toBe(401);
  answer();
  await changing;
  expect(await read()).toBe(401);
});

test.each([
  ['a token of the session before', tokenOf('before', 60_000), 503],
  ['an earlier token of the same session', tokenOf('now', 60_000), 401],
  ['an earlier token of the same session that has run out', tokenOf('now', -60_000), 503],
])('a refusal of %s ends this session only when it speaks of it', async (_what, sent, status) => {
  const backend = await backendOn('/dashboard');
  backend.authStore.save(tokenOf('now', 90_000), null);
  const read = backend.send('/api/marketplace/dashboard', { method: 'GET', headers: { Authorization: sent } });
  expect(await statusOf(read)).toBe(status);
});
