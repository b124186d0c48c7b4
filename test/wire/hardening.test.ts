import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLeakedPassword } from '#marketplace/people/users/is-leaked-password.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ publicUrl: 'https://kerbside.example' });
});
afterAll(() => app.close());

const headersOf = async (path: string, init: RequestInit = {}) => (await fetch(`${app.url}${path}`, init)).headers;

describe('[10.1.14] every answer', () => {
  test('asks for TLS from then on where people come over TLS, and lets no other window reach in', async () => {
    for (const path of ['/api/health', '/api/nothing', '/nothing']) {
      const headers = await headersOf(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'self'`);
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    }
    expect((await headersOf('/nothing')).get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test.each([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X)' },
  ])('that is for somebody, or carries a token, stays in no cache of a browser: %o', async (browser) => {
    const person = await makePerson(app);
    const known = { ...browser, Authorization: person.authStore.token };
    for (const [path, init] of [
      [`/api/collections/users/records/${person.id}`, { headers: known }],
      ['/api/files/token', { method: 'POST', headers: known }],
      ['/api/collections/users/auth-refresh', { method: 'POST', headers: known }],
      ['/api/collections/users/auth-methods', { headers: known }],
    ] as const) {
      expect((await headersOf(path, init)).get('cache-control')).toMatch(/no-store/);
    }
    const guest = await headersOf('/api/collections/users/auth-methods', { headers: browser });
    expect(guest.get('cache-control')).toBeNull();
  });
});

describe('[10.1.14] a leaked password', () => {
  const leaked = { password: 'Password123', passwordConfirm: 'Password123' };
  const refused = { password: { code: 'password_leaked' } };

  test('is refused to a superuser, too', async () => {
    const superusers = app.root.collection('_superusers');
    const account = { email: 'second@kerbside.example', ...leaked };
    expect((await refusalOf(superusers.create(account))).data).toMatchObject(refused);
    const kept = { password: 'a-quiet-password-93', passwordConfirm: 'a-quiet-password-93' };
    const { id } = await superusers.create({ ...account, ...kept });
    expect((await refusalOf(superusers.update(id, leaked))).data).toMatchObject(refused);
  });

  test('is refused by the server, wherever one is chosen', async () => {
    const register = app
      .guest()
      .collection('users')
      .create({ email: 'leaky@kerbside.example', ...leaked });
    expect((await refusalOf(register)).data).toMatchObject(refused);
    const person = await makePerson(app);
    const change = person.collection('users').update(person.id, { oldPassword: 'learner-password', ...leaked });
    expect((await refusalOf(change)).data).toMatchObject(refused);
    const body = { oldPassword: 'learner-password', ...leaked };
    const own = person.send('/api/marketplace/password', { method: 'POST', body });
    expect((await refusalOf(own)).data).toMatchObject(refused);
  });

  test('is one of some 18,000, in small letters or capitals; a phrase of one’s own is none', async () => {
    // The first and the last of the list of eight characters and more, and one from its middle.
    for (const password of ['baseball', 'TRAVELER', 'mercedes', '1q2w3e4r5t6y', 'eminem12']) {
      expect([password, await isLeakedPassword(password)]).toEqual([password, true]);
    }
    for (const password of ['learner-password', 'three buses to Bedok', 'Tanah Merah 1985!']) {
      expect([password, await isLeakedPassword(password)]).toEqual([password, false]);
    }
  });
});

test('[10.1.14] the old address is told of a change of address', async () => {
  const person = await makePerson(app);
  const before = `${person.id}@kerbside.example`;
  await app.root.collection('users').update(person.id, { email: `new-${before}` });
  const mails = await app.db.query<{ subject: string }>('select subject from _mails where "to" = $1', [before]);
  expect(mails.map(({ subject }) => subject)).toContain('Your Kerbside email address was changed');
});

test('[10.1.14] a time zone in other letters is the same zone', async () => {
  const person = await makePerson(app);
  const { timezone } = await person.collection('users').update(person.id, { timezone: 'asia/sINGAPORE' });
  expect(timezone).toBe('Asia/Singapore');
});

test('[10.1.14] a session ends after ninety days, however often it was renewed', async () => {
  const person = await makePerson(app);
  for (let day = 0; day < 88; day += 4) {
    app.clock.advance(4 * 24 * 60);
    await person.collection('users').authRefresh();
  }
  const { exp } = JSON.parse(Buffer.from(person.authStore.token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp * 1000 - app.clock.nowMs()).toBe(2 * 24 * 60 * 60_000);
  app.clock.advance(2 * 24 * 60);
  expect((await refusalOf(person.collection('users').authRefresh())).status).toBe(401);
});
