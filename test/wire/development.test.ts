import { request } from 'node:http';
import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import type { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRights } from '#marketplace/people/second-factors/open-rights.ts';
import { addApp, signInWithApp } from '#support/authenticator-app.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

Object.assign(globalThis, { EventSource });

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ staffNeedSecondFactor: true });
});
afterAll(() => app.close());

/** The status of a call with exactly these headers; `fetch` does not let one choose the host. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject).end();
  });
}

describe('[10.1.8] mails and codes that development shows', () => {
  const paths = ['/api/dev/mailbox', '/dev/mailbox', '/dev/mailbox/1'];

  test('are there for whoever works on the machine', async () => {
    expect(await statusOf('/api/dev/mailbox', {})).toBe(200);
    expect(await statusOf('/api/dev/mailbox', { Host: 'localhost:8090', Origin: 'http://127.0.0.1:8090' })).toBe(200);
    expect(await statusOf('/api/dev/mailbox', { Host: '[::1]:8090' })).toBe(200);
  });

  const strange: Array<[string, Record<string, string>]> = [
    ['came through a proxy', { 'X-Forwarded-For': '127.0.0.1' }],
    ['came through a proxy that names itself', { Via: '1.1 proxy' }],
    ['came through a proxy of the standard', { Forwarded: 'for=127.0.0.1' }],
    ['is for a name that somebody pointed to this machine', { Host: 'rebound.example:8090' }],
    ['was made by a page of another site', { Origin: 'https://evil.example' }],
    ['was made by a page without an origin', { Origin: 'null' }],
  ];
  test.each(strange)('are not for a request that %s', async (_case, headers) => {
    for (const path of [...paths, '/api/dev/last-code?email=a@kerbside.example']) {
      expect(await statusOf(path, headers)).toBe(403);
    }
  });
});

describe('staff without a second factor', () => {
  const staffCalls = ['/api/marketplace/users', '/api/marketplace/audit?record=x'];

  test('[25.23] are users who can set one up; the rights of their role come with signing in by an app, not with turning it on or a mailed code', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const learner = await makePerson(app);
    for (const path of staffCalls) expect((await refusalOf(admin.send(path, {}))).status).toBe(403);
    await expect(admin.send('/api/marketplace/users', {})).rejects.toThrow(/two factors/);
    expect((await refusalOf(admin.collection('users').getOne(learner.id))).status).toBe(404);
    expect((await refusalOf(admin.collection('users').update(learner.id, { suspended: true }))).status).toBe(404);
    expect((await admin.collection('users').getOne(admin.id)).role).toBe('admin');
    const body = { isOn: true, password: 'learner-password' };
    await admin.send('/api/marketplace/two-factor', { method: 'POST', body });
    // Whoever has the password alone can do that, too.
    expect((await refusalOf(admin.send('/api/marketplace/users', {}))).status).toBe(403);
    await admin.collection('users').authRefresh();
    expect((await refusalOf(admin.send('/api/marketplace/users', {}))).status).toBe(403);
    const [{ email = '' } = {}] = await app.db.query<{ email: string }>('select email from users where id = $1', [
      admin.id,
    ]);
    // A mailed code is the mailbox, by which a new password is had as well: it lets them set up a factor of their own, and no more.
    await signInByMail(admin, email);
    expect((await refusalOf(admin.send('/api/marketplace/users', {}))).status).toBe(403);
    const { secret } = await addApp(app, admin);
    expect((await refusalOf(admin.send('/api/marketplace/users', {}))).status).toBe(403);
    await openRights(app.app.engine, email);
    await signInWithApp(app, admin, { email, secret });
    expect((await admin.send('/api/marketplace/users', {})).totalItems).toBeGreaterThan(1);
    expect((await admin.collection('users').getOne(learner.id)).id).toBe(learner.id);
    await admin.collection('users').authRefresh();
    expect((await admin.send('/api/marketplace/users', {})).totalItems).toBeGreaterThan(1);
    await admin.send('/api/marketplace/two-factor', { method: 'POST', body: { ...body, isOn: false } });
    expect((await refusalOf(admin.send('/api/marketplace/users', {}))).status).toBe(403);
  });

  test('hear by an open stream what a user hears, whatever another device of theirs hears', async () => {
    const alone = await makePerson(app, { role: 'admin' });
    const learner = await makePerson(app);
    await alone.send('/api/marketplace/two-factor', {
      method: 'POST',
      body: { isOn: true, password: 'learner-password' },
    });
    const email = `${alone.id}@kerbside.example`;
    await signInByMail(alone, email);
    const { secret } = await addApp(app, alone);
    await openRights(app.app.engine, email);
    const both = app.guest();
    await signInWithApp(app, both, { email, secret });
    const heard: Record<'both' | 'alone', string[]> = { both: [], alone: [] };
    for (const [name, client] of [
      ['both', both],
      ['alone', alone],
    ] as const) {
      await client.collection('users').subscribe('*', ({ record }) => void heard[name].push(record.id));
    }
    await learner.collection('users').update(learner.id, { phone: '+65 9000 0000' });
    await alone.collection('users').update(alone.id, { bio: 'This is told to both.' });
    await expect.poll(() => heard).toEqual({ both: [learner.id, alone.id], alone: [alone.id] });
    both.realtime.unsubscribe();
    alone.realtime.unsubscribe();
  });

  async function signInByMail(client: PocketBase, email: string): Promise<void> {
    const users = client.collection('users');
    const mfaId = await users.authWithPassword(email, 'learner-password').then(
      () => '',
      (error: ClientResponseError) => String(error.response.mfaId),
    );
    const { otpId } = await users.requestOTP(email);
    const [mail] = await (await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(email)}`)).json();
    await users.authWithOTP(otpId, /\b\d{6}\b/.exec(mail.text)?.[0] ?? '', { mfaId });
  }

  test('can’t give themselves what waits by way of their own record', async () => {
    const admin = await makePerson(app, { role: 'moderator' });
    expect((await refusalOf(admin.collection('users').update(admin.id, { role: 'admin' }))).status).toBe(400);
    expect(await app.db.query('select role from users where id = $1', [admin.id])).toEqual([{ role: 'moderator' }]);
  });
});
