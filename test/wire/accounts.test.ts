import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { createApp } from '../../src/create-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const users = () => app.guest().collection('users');

/** The code in the newest mail to an address. */
async function mailedCode(to: string): Promise<string> {
  const answer = await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`);
  const [mail] = await answer.json();
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
}

describe('an account', () => {
  test('[248] that registers begins as a user, unverified, with the fields of a person', async () => {
    const account = {
      email: 'reg@example.com',
      password: 'a-password-1',
      passwordConfirm: 'a-password-1',
      name: 'Mei Tan',
    };
    const created = await users().create(account);
    expect(created).not.toHaveProperty('email');
    const client = app.guest();
    const { record } = await client.collection('users').authWithPassword(account.email, account.password);
    expect(record).toMatchObject({
      id: created.id,
      collectionId: '_pb_users_auth_',
      collectionName: 'users',
      email: account.email,
      name: 'Mei Tan',
      firstName: 'Mei',
      lastName: 'Tan',
      avatar: '',
      phone: '',
      location: '',
      bio: '',
      role: 'user',
      verified: false,
    });
    expect(record.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/);
    const taken = await refusalOf(users().create({ ...account, email: 'REG@example.com' }));
    expect(taken).toMatchObject({ status: 400, data: { email: { code: 'validation_not_unique' } } });
  });
});

describe('who registers', () => {
  const account = (email: string) => ({
    email,
    password: 'a-password-1',
    passwordConfirm: 'a-password-1',
    name: 'Mei Tan',
  });
  const mailsTo = async (to: string): Promise<{ text: string }[]> => {
    const answer = await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`);
    return answer.json();
  };

  const tokenIn = (mail?: { text: string }) => /confirm-verification\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

  test('is sent the link that proves their address, once, and it does', async () => {
    await users().create(account('proof@example.com'));
    await refusalOf(users().create(account('proof@example.com')));
    const mails = await mailsTo('proof@example.com');
    expect(mails).toHaveLength(1);
    const own = users();
    await own.authWithPassword('proof@example.com', 'a-password-1');
    await own.confirmVerification(tokenIn(mails[0]));
    const { record } = await users().authWithPassword('proof@example.com', 'a-password-1');
    expect(record.verified).toBe(true);
  });

  test('[10.1.14] an address of somebody else’s keeps no outside account when its owner opens the link, and neither password nor session once the owner set one', async () => {
    const stranger = app.guest();
    await stranger.collection('users').create(account('owned@example.com'));
    const { record } = await stranger.collection('users').authWithPassword('owned@example.com', 'a-password-1');
    const links = app.root.collection('_externalAuths');
    await links.create({
      collectionRef: record.collectionId,
      recordRef: record.id,
      provider: 'google',
      providerId: 'a-stranger',
    });
    const token = tokenIn((await mailsTo('owned@example.com'))[0]);
    // Signed in as somebody else is signed in as nobody here.
    expect(await (await makePerson(app)).collection('users').confirmVerification(token)).toBe(true);
    expect(await links.getFullList({ filter: `recordRef = '${record.id}'` })).toEqual([]);
    await users().requestPasswordReset('owned@example.com');
    const mail = (await mailsTo('owned@example.com')).find(({ text }) => text.includes('confirm-password-reset'));
    const reset = /confirm-password-reset\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await users().confirmPasswordReset(reset, 'the-owners-own-1', 'the-owners-own-1');
    expect((await refusalOf(users().authWithPassword('owned@example.com', 'a-password-1'))).status).toBe(400);
    expect((await refusalOf(stranger.collection('users').authRefresh())).status).toBe(401);
    const own = await users().authWithPassword('owned@example.com', 'the-owners-own-1');
    expect(own.record).toMatchObject({ id: record.id, verified: true });
  });

  test('by a superuser’s or the server’s hand gets no such mail', async () => {
    await app.root.collection('users').create(account('by-root@example.com'));
    expect(await mailsTo('by-root@example.com')).toEqual([]);
    const made = await makePerson(app);
    expect(await mailsTo(`${made.id}@kerbside.example`)).toEqual([]);
  });
});

describe('a code for an address without an account', () => {
  const ask = async (email: string) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ email }) };
    const answer = await fetch(`${app.url}/api/collections/users/request-otp`, request);
    const body = await answer.json();
    const names = [...answer.headers.keys()].filter((name) => name !== 'date').sort();
    return { status: answer.status, names, fields: Object.keys(body), id: body.otpId as string };
  };

  test('is answered, stored, mailed, tried and refused as one for an account is', async () => {
    const person = await makePerson(app);
    const known = `${person.id}@kerbside.example`;
    const unknown = 'new.to.us@kerbside.example';
    const [first, other] = [await ask(known), await ask(unknown)];
    expect({ ...other, id: '' }).toEqual({ ...first, id: '' });
    expect(other.id).toMatch(/^[a-z0-9]{15}$/);
    const tryWrongly = async (otpId: string, email: string) => {
      const wrong = (await mailedCode(email)) === '000000' ? '111111' : '000000';
      const refusals: unknown[] = [];
      for (let count = 0; count < 6; count++) refusals.push(await refusalOf(users().authWithOTP(otpId, wrong)));
      return refusals;
    };
    expect(await tryWrongly(other.id, unknown)).toEqual(await tryWrongly(first.id, known));
    const ids = async (email: string) => {
      const asked: string[] = [];
      for (let count = 0; count < 10; count++) asked.push((await ask(email)).id);
      return asked.at(-1) === asked.at(-2);
    };
    expect([await ids(unknown), await ids(known)]).toEqual([true, true]);
  });

  test('makes it, verified and without a name, and every other code of the address void', async () => {
    const email = 'Brand.New@example.com';
    const [first, second] = [await ask(email), await ask(email)];
    const { record } = await users().authWithOTP(second.id, await mailedCode(email));
    expect(record).toMatchObject({ email, verified: true, role: 'user', name: '' });
    const left = await app.db.query('select id from _otps where id = $1', [first.id]);
    expect(left).toEqual([]);
  });

  test('makes one account, however many are entered at the same moment', async () => {
    const email = 'at.once@example.com';
    const codes: Array<{ id: string; code: string }> = [];
    for (let count = 0; count < 4; count++) codes.push({ id: (await ask(email)).id, code: await mailedCode(email) });
    const answers = await Promise.allSettled(codes.map(({ id, code }) => users().authWithOTP(id, code)));
    const signedIn = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.record.id] : []));
    expect(signedIn.length).toBeGreaterThan(0);
    expect(new Set(signedIn).size).toBe(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason.status).toBe(400);
    expect(await app.db.query('select id from users where email = $1', [email])).toHaveLength(1);
  });

  test('signs in to the account that somebody registered for it meanwhile, whose password ends', async () => {
    const email = 'hijacked@example.com';
    const { id } = await ask(email);
    const code = await mailedCode(email);
    await users().create({ email, password: 'not-the-owner', passwordConfirm: 'not-the-owner', name: 'Mallory' });
    const { record } = await users().authWithOTP(id, code);
    expect(record).toMatchObject({ email, verified: true });
    expect((await refusalOf(users().authWithPassword(email, 'not-the-owner'))).status).toBe(400);
  });
});

describe('the newest code', () => {
  const lastCode = (email: string, url = app.url) =>
    fetch(`${url}/api/dev/last-code?email=${encodeURIComponent(email)}`);

  test('of a demo address is shown outside production while it can be used', async () => {
    const email = 'shown@kerbside.example';
    await users().requestOTP(email);
    expect(await (await lastCode(email)).json()).toEqual({ code: await mailedCode(email) });
    app.clock.advance(10);
    expect((await lastCode(email)).status).toBe(404);
  });

  test('of anybody else is not, and in production of nobody', async () => {
    await users().requestOTP('real.person@example.com');
    expect((await lastCode('real.person@example.com')).status).toBe(404);
    await users().requestOTP('demo@kerbside.example');
    const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-production-'));
    const { connection, clock } = app;
    const log = createLogger('error');
    const options = { connection, clock, log, dataDir, publicUrl: 'http://kerbside.example', isDevelopment: false };
    const production = await createApp(options);
    try {
      const url = await production.http.listen({ port: 0, host: '127.0.0.1' });
      expect((await lastCode('demo@kerbside.example', url)).status).toBe(404);
      expect((await fetch(`${url}/api/dev/mailbox`)).status).toBe(404);
      expect((await fetch(`${url}/dev/mailbox`)).status).toBe(404);
    } finally {
      await production.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
