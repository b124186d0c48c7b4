import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRights } from '#marketplace/people/second-factors/open-rights.ts';
import { addApp, beginSignIn, signInWithApp } from '#support/authenticator-app.ts';
import { mailedCode } from '#support/mailed-code.ts';
import { createPasskey, type SoftwarePasskey } from '#support/software-passkey.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ staffNeedSecondFactor: true });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

const password = 'learner-password';
const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const post = (client: PocketBase, path: string, body: object = {}) =>
  client.send(`/api/marketplace/${path}`, { method: 'POST', body });
const users = (client = app.guest()) => client.collection('users');
const people = (client: PocketBase) => client.send('/api/marketplace/users', {});

async function signInByMail(person: Person): Promise<void> {
  const mfaId = await beginSignIn(app.guest(), emailOf(person));
  const { otpId } = await users().requestOTP(emailOf(person), { mfaId });
  await users(person).authWithOTP(otpId, await mailedCode(app, emailOf(person)), { mfaId });
}

async function addPasskey(person: Person): Promise<SoftwarePasskey> {
  const passkey = createPasskey();
  const { options } = await post(person, 'passkey-enrolments');
  await post(person, 'passkeys', { name: 'Laptop', response: passkey.register(options) });
  return passkey;
}

async function signInWithPasskey(passkey: SoftwarePasskey): Promise<PocketBase> {
  const { options } = await post(app.guest(), 'passkey-challenges');
  const { token, record } = await post(app.guest(), 'sign-in-with-passkey', { response: passkey.sign(options) });
  const client = app.guest();
  client.authStore.save(token, record);
  return client;
}

describe('[25.23] a token of before', () => {
  test('opens no rights of staff once somebody else took the factors off', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    await post(admin, 'two-factor', { isOn: true, password });
    await signInByMail(admin);
    const { secret } = await addApp(app, admin);
    await openRights(app.app.engine, emailOf(admin));
    await signInWithApp(app, admin, { email: emailOf(admin), secret });
    expect((await people(admin)).totalItems).toBeGreaterThan(0);
    await users(app.root).update(admin.id, { twoFactor: false });
    expect((await refusalOf(users(admin).update(admin.id, { twoFactor: true }))).status).toBe(404);
    expect((await refusalOf(people(admin))).status).toBe(401);
  });

  test('is no sign-in just now by a new password', async () => {
    const person = await makePerson(app);
    app.clock.advance(11);
    const wanted = 'a-longer-one-2';
    const fields = { oldPassword: password, password: wanted, passwordConfirm: wanted };
    const { token, record } = await post(person, 'password', fields);
    person.authStore.save(token, record);
    expect(await refusalOf(addApp(app, person))).toMatchObject({ data: { name: { code: 'needs_recent_sign_in' } } });
    await users(person).authWithPassword(emailOf(person), wanted);
    await addApp(app, person);
  });

  test('ends with the passkey that began it, once that is removed; the session that asks stays', async () => {
    const person = await makePerson(app);
    const lost = await signInWithPasskey(await addPasskey(person));
    const [row] = await person.collection('passkeys').getFullList();
    await person.collection('passkeys').delete(row?.id ?? '');
    expect((await refusalOf(users(lost).authRefresh())).status).toBe(401);
    await users(person).authRefresh();
  });
});

describe('[25.23] a passkey, where signing in takes one factor', () => {
  const mailedReset = async (person: Person) => {
    await users().requestPasswordReset(emailOf(person));
    const [mail] = await app.db.query<{ text: string }>(
      `select message ->> 'text' as text from _mails where "to" = $1 order by created desc, id desc limit 1`,
      [emailOf(person)],
    );
    const token = /\/auth\/[\w-]+\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await users().confirmPasswordReset(token, 'a-longer-one-3', 'a-longer-one-3');
  };
  const signOutElsewhere = (person: Person) => person.send('/api/marketplace/devices', { method: 'DELETE' });

  test.each([
    ['a mailed link to a new password', mailedReset],
    ['signing out everywhere else', signOutElsewhere],
  ])('ends with %s; with two factors it stays', async (_way, makeSafe) => {
    const [person, careful] = [await makePerson(app), await makePerson(app)];
    const passkey = await addPasskey(person);
    await signInWithPasskey(passkey);
    await makeSafe(person);
    expect((await refusalOf(signInWithPasskey(passkey))).status).toBe(400);
    const kept = await addPasskey(careful);
    await post(careful, 'two-factor', { isOn: true, password });
    await makeSafe(careful);
    await signInWithPasskey(kept);
  });

  test('is asked for from now on by no session alone: that takes the password', async () => {
    const person = await makePerson(app);
    await addPasskey(person);
    const byRecord = await refusalOf(users(person).update(person.id, { twoFactor: true }));
    expect(byRecord).toMatchObject({ status: 400, data: { twoFactor: { code: 'needs_password' } } });
    expect((await post(person, 'two-factor', { isOn: true, password })).isOn).toBe(true);
  });
});

test('[25.23] recovery codes that a password alone made end when the account is given a role of staff', async () => {
  const codesOf = async ({ id }: Person) =>
    (await app.db.query('select 1 from recovery_codes where "user" = $1', [id])).length;
  const [person, careful] = [await makePerson(app), await makePerson(app)];
  await post(person, 'two-factor', { isOn: true, password });
  await addApp(app, careful);
  expect([await codesOf(person), await codesOf(careful)]).toEqual([10, 10]);
  for (const { id } of [person, careful]) await users(app.root).update(id, { role: 'finance' });
  expect([await codesOf(person), await codesOf(careful)]).toEqual([0, 10]);
});

test('[25.23] tries of a code count for who has the password, whatever else the call names', async () => {
  const person = await makePerson(app);
  await addApp(app, person);
  const mfaId = await beginSignIn(app.guest(), emailOf(person));
  const path = 'sign-in-with-totp?mfaId=000000000000000';
  expect((await refusalOf(post(app.guest(), path, { mfaId, code: '000000' }))).status).toBe(400);
  const keys = await app.db.query<{ key: string }>(`select key from _attempts where key like $1`, [
    `codes-tried:%${person.id}:%:3600`,
  ]);
  expect(keys.map(({ key }) => key.split(':').at(-2))).toEqual(['halfway']);
});

describe('[25.32] a first factor of a member of staff, which the mailbox alone adds', () => {
  const dayMs = 86_400_000;
  const titlesOf = async ({ id }: { id: string }) =>
    (await app.db.query<{ title: string }>(`select title from notifications where "user" = $1`, [id])).map(
      ({ title }) => title,
    );
  const at = async <T>(nowMs: number, run: () => Promise<T>): Promise<T> => {
    const before = app.clock.nowMs();
    app.clock.set(new Date(nowMs).toISOString());
    return run().finally(() => app.clock.set(new Date(before).toISOString()));
  };

  /** Somebody who reads the mails of a member of staff, and their way in. */
  async function addByMailbox(add: (person: Person) => Promise<() => Promise<PocketBase>>) {
    const person = await makePerson(app, { role: 'admin' });
    await post(person, 'two-factor', { isOn: true, password });
    await signInByMail(person);
    const addedMs = app.clock.nowMs();
    const signIn = await add(person);
    const hasRights = (nowMs: number) =>
      at(nowMs, async () => {
        const client = await signIn();
        return people(client).then(
          () => true,
          ({ status }) => (status === 403 ? false : status),
        );
      });
    return { person, addedMs, hasRights };
  }

  const byApp = async (person: Person) => {
    const { secret } = await addApp(app, person);
    return async () => {
      const client = app.guest();
      await signInWithApp(app, client, { email: emailOf(person), secret });
      return client;
    };
  };
  const byPasskey = async (person: Person) => {
    const passkey = await addPasskey(person);
    return () => signInWithPasskey(passkey);
  };
  const byRecoveryCode = async (person: Person) => {
    const { recoveryCodes } = await addApp(app, person);
    return async () => {
      const mfaId = await beginSignIn(app.guest(), emailOf(person));
      const { token, record } = await post(app.guest(), 'recover-sign-in', { mfaId, code: recoveryCodes.pop() });
      const client = app.guest();
      client.authStore.save(token, record);
      return client;
    };
  };

  test.each([
    ['an app', byApp],
    ['a passkey', byPasskey],
    ['a recovery code of an app', byRecoveryCode],
  ])('opens the rights of the role after 72 hours, and all administrators are told: by %s', async (_way, add) => {
    const colleague = await makePerson(app, { role: 'admin' });
    const { addedMs, hasRights } = await addByMailbox(add);
    expect(await titlesOf(colleague)).toEqual([expect.stringMatching(/ added a first authenticator app or passkey$/)]);
    expect(await hasRights(addedMs + 60_000)).toBe(false);
    expect(await hasRights(addedMs + 3 * dayMs - 60_000)).toBe(false);
    expect(await hasRights(addedMs + 3 * dayMs + 1000)).toBe(true);
  });

  test('is let in at once by the operator, who is in the audit trail', async () => {
    const { person, addedMs, hasRights } = await addByMailbox(byApp);
    expect(await openRights(app.app.engine, emailOf(person))).toBe(true);
    expect(await openRights(app.app.engine, emailOf(person))).toBe(false);
    expect(await hasRights(addedMs + 60_000)).toBe(true);
    const noted = await app.db.query(
      `select changes->0->>'field' as field from audit_entries where record = $1 and "actorName" = 'Command line'`,
      [person.id],
    );
    expect(noted).toEqual([{ field: 'rightsFrom' }]);
  });

  test('waits as long where it was added just before the role was given; a second one, or one of before, does not wait', async () => {
    const [early, late] = [await makePerson(app), await makePerson(app)];
    const longAgo = await addApp(app, early);
    await app.db.query(`update totp_devices set created = created - interval '4 days' where id = $1`, [longAgo.id]);
    const justNow = await addApp(app, late);
    for (const { id } of [early, late]) await users(app.root).update(id, { role: 'admin' });
    const [older, newer] = [app.guest(), app.guest()];
    await signInWithApp(app, older, { email: emailOf(early), secret: longAgo.secret });
    await signInWithApp(app, newer, { email: emailOf(late), secret: justNow.secret });
    expect((await people(older)).totalItems).toBeGreaterThan(0);
    expect((await refusalOf(people(newer))).status).toBe(403);
    await addApp(app, older, 'Tablet');
    await signInWithApp(app, older, { email: emailOf(early), secret: longAgo.secret });
    expect((await people(older)).totalItems).toBeGreaterThan(0);
  });
});
