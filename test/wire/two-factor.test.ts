import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

type Person = PocketBase & { id: string };

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const password = 'learner-password';
const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const post = (client: PocketBase, name: string, body: object) =>
  client.send(`/api/marketplace/${name}`, { method: 'POST', body });
const setTwoFactor = (client: PocketBase, isOn: unknown, given = password) =>
  post(client, 'two-factor', { isOn, password: given });
const users = () => app.guest().collection('users');

async function mailedCode(to: string): Promise<string> {
  const [mail] = await (await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)).json();
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
}

/** Somebody who signs in with two factors, and their recovery codes. */
async function careful(): Promise<{ person: Person; codes: string[] }> {
  const person = await makePerson(app);
  const { recoveryCodes } = await setTwoFactor(person, true);
  return { person, codes: recoveryCodes };
}

/** The half-finished sign-in that a right password begins. */
async function beginSignIn(person: { id: string }): Promise<string> {
  try {
    await users().authWithPassword(emailOf(person), password);
  } catch (error) {
    if (error instanceof ClientResponseError && error.status === 401) return error.response.mfaId;
    throw error;
  }
  throw new Error('The password alone was enough.');
}

describe('two factors', () => {
  test('[223] are off until asked for, and then a password login is followed by a mailed code', async () => {
    const person = await makePerson(app);
    await users().authWithPassword(emailOf(person), password);
    expect(await person.send('/api/marketplace/two-factor', { method: 'GET' })).toEqual({
      isOn: false,
      recoveryCodesLeft: 0,
    });
    const answer = await setTwoFactor(person, true);
    expect(answer.isOn).toBe(true);
    expect(new Set(answer.recoveryCodes).size).toBe(10);
    expect((await person.collection('users').getOne(person.id)).twoFactor).toBe(true);
    const mfaId = await beginSignIn(person);
    const { otpId } = await users().requestOTP(emailOf(person));
    const { record } = await users().authWithOTP(otpId, await mailedCode(emailOf(person)), { mfaId });
    expect(record.id).toBe(person.id);
    const used = await users().requestOTP(emailOf(person));
    const again = users().authWithOTP(used.otpId, await mailedCode(emailOf(person)), { mfaId });
    expect((await refusalOf(again)).status).toBe(400);
  });

  test('take a code alone no more than a password alone, in either order', async () => {
    const { person } = await careful();
    const { otpId } = await users().requestOTP(emailOf(person));
    const first = users().authWithOTP(otpId, await mailedCode(emailOf(person)));
    const mfaId = await first.then(
      () => '',
      (error: ClientResponseError) => String(error.response.mfaId),
    );
    expect(mfaId).toMatch(/^[a-z0-9]{15}$/);
    const { record } = await users().authWithPassword(emailOf(person), password, { mfaId });
    expect(record.id).toBe(person.id);
  });

  test('leave other accounts alone, and a challenge helps nobody else', async () => {
    const { person } = await careful();
    const other = await makePerson(app);
    await users().authWithPassword(emailOf(other), password);
    const mfaId = await beginSignIn(person);
    const { otpId } = await users().requestOTP(emailOf(other));
    await users().authWithOTP(otpId, await mailedCode(emailOf(other)), { mfaId });
    const mine = await careful();
    const theirs = await users().requestOTP(emailOf(mine.person));
    const stolen = users().authWithOTP(theirs.otpId, await mailedCode(emailOf(mine.person)), { mfaId });
    expect((await refusalOf(stolen)).status).toBe(400);
  });

  test('are turned on and off with the password only; as many wrong ones as of signing in are enough', async () => {
    const person = await makePerson(app);
    expect(await refusalOf(setTwoFactor(person, true, ''))).toMatchObject({
      data: { password: { code: 'validation_required' } },
    });
    expect(await refusalOf(setTwoFactor(person, 'yes'))).toMatchObject({
      status: 400,
      data: { isOn: { code: 'validation_invalid_value' } },
    });
    await setTwoFactor(person, true);
    const wrong = await refusalOf(setTwoFactor(person, false, 'not-my-password'));
    expect(wrong).toMatchObject({ status: 400, data: { password: { code: 'validation_invalid_password' } } });
    const record = person.collection('users');
    const byRecord = await refusalOf(record.update(person.id, { twoFactor: false }));
    expect(byRecord).toMatchObject({ status: 400, data: { twoFactor: { code: 'needs_password' } } });
    expect(await setTwoFactor(person, false)).toEqual({ isOn: false, recoveryCodes: [] });
    await users().authWithPassword(emailOf(person), password);
    for (let count = 0; count < 26; count++) await refusalOf(setTwoFactor(person, true, 'guess'));
    expect((await refusalOf(setTwoFactor(person, true))).status).toBe(429);
    app.clock.advance(6);
    expect((await setTwoFactor(person, true)).isOn).toBe(true);
  });

  test('take one account’s password sixty times in five minutes and not once more, though it is right', async () => {
    const person = await makePerson(app);
    const byRecord = () => person.collection('users').update(person.id, { oldPassword: password, password: 'short' });
    await setTwoFactor(person, true);
    expect((await refusalOf(byRecord())).status).toBe(400);
    await app.db.query(`update _attempts set count = 60 where key like $1`, [`%${person.id}:compared`]);
    expect((await refusalOf(setTwoFactor(person, true))).status).toBe(429);
    expect((await refusalOf(byRecord())).status).toBe(429);
    app.clock.advance(6);
    expect((await setTwoFactor(person, true)).isOn).toBe(true);
    expect((await refusalOf(byRecord())).status).toBe(400);
  });

  test('[25.23] make recovery codes only for a sign-in just now, whether or not they were on; off they go without', async () => {
    const person = await makePerson(app);
    const late = { status: 400, data: { isOn: { code: 'needs_recent_sign_in' } } };
    app.clock.advance(11);
    await person.collection('users').authRefresh();
    expect(await refusalOf(setTwoFactor(person, true))).toMatchObject(late);
    expect((await person.collection('users').getOne(person.id)).twoFactor).toBe(false);
    await person.collection('users').authWithPassword(emailOf(person), password);
    const { recoveryCodes } = await setTwoFactor(person, true);
    app.clock.advance(11);
    expect(await refusalOf(setTwoFactor(person, true))).toMatchObject(late);
    // Those of before still hold.
    await post(app.guest(), 'recover-sign-in', { mfaId: await beginSignIn(person), code: recoveryCodes[0] });
    expect(await setTwoFactor(person, false)).toEqual({ isOn: false, recoveryCodes: [] });
  });

  test('need a verified address, by either way of asking', async () => {
    const email = 'unverified@kerbside.example';
    await users().create({ email, password, passwordConfirm: password, name: 'New' });
    const client = app.guest();
    const { record } = await client.collection('users').authWithPassword(email, password);
    expect(await refusalOf(setTwoFactor(client, true))).toMatchObject({
      data: { isOn: { code: 'email_not_verified' } },
    });
    const byRecord = await refusalOf(client.collection('users').update(record.id, { twoFactor: true }));
    expect(byRecord).toMatchObject({ data: { twoFactor: { code: 'email_not_verified' } } });
    const atOnce = { email: 'at-once@kerbside.example', password, passwordConfirm: password, twoFactor: true };
    expect(await refusalOf(users().create(atOnce))).toMatchObject({
      data: { twoFactor: { code: 'email_not_verified' } },
    });
  });

  test('can’t be turned on where no mail leaves the server, by either way of asking; off they can', async () => {
    const bare = await startApp({ isDevelopment: false });
    try {
      const person = await makePerson(bare);
      expect(await refusalOf(setTwoFactor(person, true))).toMatchObject({
        status: 400,
        data: { isOn: { code: 'no_mail_server' } },
      });
      const byRecord = await refusalOf(person.collection('users').update(person.id, { twoFactor: true }));
      expect(byRecord).toMatchObject({ status: 400, data: { twoFactor: { code: 'no_mail_server' } } });
      expect((await bare.root.collection('users').getOne(person.id)).twoFactor).toBe(false);
      // Of who had it on when mail still left: new codes for the way in, and the way out of it.
      const before = await makePerson(bare);
      await bare.db.query('update users set "twoFactor" = true where id = $1', [before.id]);
      expect((await setTwoFactor(before, true)).recoveryCodes).toHaveLength(10);
      expect(await setTwoFactor(before, false)).toEqual({ isOn: false, recoveryCodes: [] });
    } finally {
      await bare.close();
    }
  });

  test('can be turned on by the owner’s record call, and off by two admins for who lost everything', async () => {
    const person = await makePerson(app);
    await person.collection('users').update(person.id, { twoFactor: true });
    await beginSignIn(person);
    const others = [await makePerson(app), (await makeInstructor(app)).client];
    for (const other of others) {
      expect((await refusalOf(other.collection('users').update(person.id, { twoFactor: false }))).status).toBe(404);
    }
    const [admin, second] = [await makePerson(app, { role: 'admin' }), await makePerson(app, { role: 'admin' })];
    const body = { user: person.id, field: 'twoFactor', value: false };
    const { id: change } = await admin.collection('account_changes').create(body);
    await second.collection('account_change_confirmations').create({ change });
    await users().authWithPassword(emailOf(person), password);
  });
});

describe('a recovery code', () => {
  const recover = (mfaId: string, code: string) => post(app.guest(), 'recover-sign-in', { mfaId, code });

  test('finishes a sign-in once, however it is typed', async () => {
    const { person, codes } = await careful();
    const [code = '', second = ''] = codes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    const { token, record } = await recover(await beginSignIn(person), typed);
    expect(record.id).toBe(person.id);
    const client = app.guest();
    client.authStore.save(token, record);
    expect(await client.send('/api/marketplace/two-factor', { method: 'GET' })).toEqual({
      isOn: true,
      recoveryCodesLeft: 9,
    });
    const used = await refusalOf(recover(await beginSignIn(person), code));
    expect(used).toMatchObject({ status: 400, data: { code: { code: 'invalid_recovery_code' } } });
    await recover(await beginSignIn(person), second);
  });

  test('is nothing without the password before it, after ten minutes, or for another account', async () => {
    const { person, codes } = await careful();
    const other = await careful();
    expect((await refusalOf(recover('', codes[0] ?? ''))).status).toBe(400);
    expect((await refusalOf(recover('000000000000000', codes[0] ?? ''))).status).toBe(400);
    expect((await refusalOf(recover(await beginSignIn(other.person), codes[0] ?? ''))).status).toBe(400);
    const mfaId = await beginSignIn(person);
    app.clock.advance(10);
    expect((await refusalOf(recover(mfaId, codes[0] ?? ''))).status).toBe(400);
  });

  test('can’t be guessed: after ten tries even a right one has to wait', async () => {
    const { person, codes } = await careful();
    const mfaId = await beginSignIn(person);
    for (let count = 0; count < 26; count++) await refusalOf(recover(mfaId, 'aaaa-bbbb-cccc'));
    expect((await refusalOf(recover(mfaId, codes[0] ?? ''))).status).toBe(429);
    app.clock.advance(16);
    expect((await recover(await beginSignIn(person), codes[0] ?? '')).record.id).toBe(person.id);
  });

  test('lets one of two in who use it at the same moment', async () => {
    const { person, codes } = await careful();
    const challenges = [await beginSignIn(person), await beginSignIn(person)];
    const answers = await Promise.allSettled(challenges.map((mfaId) => recover(mfaId, codes[0] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('ends when new ones are made, and when two factors are turned off', async () => {
    const { person, codes } = await careful();
    const { recoveryCodes } = await setTwoFactor(person, true);
    expect((await refusalOf(recover(await beginSignIn(person), codes[0] ?? ''))).status).toBe(400);
    await recover(await beginSignIn(person), recoveryCodes[0]);
    // Whoever made them may have been somebody else.
    const told = await app.db.query(
      `select type from notifications where "user" = $1 and title = 'New recovery codes were made for your account'`,
      [person.id],
    );
    expect(told).toEqual([{ type: 'security' }]);
    await setTwoFactor(person, false);
    expect(await app.db.query('select hash from recovery_codes where "user" = $1', [person.id])).toEqual([]);
  });
});

describe('a new password', () => {
  const change = (client: PocketBase, fields: object) => post(client, 'password', fields);
  const fresh = { oldPassword: password, password: 'a-longer-one-2', passwordConfirm: 'a-longer-one-2' };

  test('[222] keeps this device signed in, with two factors too, and ends all others', async () => {
    const person = await makePerson(app);
    const phone = app.guest();
    await phone.collection('users').authWithPassword(emailOf(person), password);
    await setTwoFactor(person, true);
    const { token, record } = await change(person, fresh);
    expect((await refusalOf(phone.collection('users').authRefresh())).status).toBe(401);
    expect((await refusalOf(person.collection('users').authRefresh())).status).toBe(401);
    person.authStore.save(token, record);
    await person.collection('users').authRefresh();
    const { items } = await person.send('/api/marketplace/devices', { method: 'GET' });
    expect(items.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
    expect((await refusalOf(users().authWithPassword(emailOf(person), password))).status).toBe(400);
  });

  test.each([
    [{ ...fresh, oldPassword: 'wrong-password' }, 'oldPassword', 'validation_invalid_password'],
    [{ ...fresh, oldPassword: '' }, 'oldPassword', 'validation_required'],
    [{ ...fresh, passwordConfirm: 'something-else' }, 'passwordConfirm', 'validation_values_mismatch'],
    [{ ...fresh, password: 'short', passwordConfirm: 'short' }, 'password', 'validation_min_text_constraint'],
    [{ oldPassword: password }, 'password', 'validation_required'],
  ])('is refused at its field: %o', async (fields, field, code) => {
    const person = await makePerson(app);
    expect(await refusalOf(change(person, fields))).toMatchObject({ status: 400, data: { [field]: { code } } });
    await person.collection('users').authRefresh();
  });

  test('is for people who are signed in', async () => {
    expect((await refusalOf(change(app.guest(), fresh))).status).toBe(401);
    expect((await refusalOf(change(app.root, fresh))).status).toBe(403);
    const admin = await makePerson(app, { role: 'admin' });
    expect((await refusalOf(change(admin, { ...fresh, oldPassword: '' }))).status).toBe(400);
  });
});

describe('the owner of an account', () => {
  const titlesOf = async (client: PocketBase) =>
    (await client.collection('notifications').getFullList({ filter: "type = 'security'", sort: 'created,id' })).map(
      ({ title }) => title,
    );

  test('is told of a new password, of two factors going on and off, and of a used recovery code', async () => {
    const { person, codes } = await careful();
    const mfaId = await beginSignIn(person);
    await post(app.guest(), 'recover-sign-in', { mfaId, code: codes[0] });
    app.clock.advance(1);
    await setTwoFactor(person, false);
    app.clock.advance(1);
    const fields = { oldPassword: password, password: 'a-longer-one-2', passwordConfirm: 'a-longer-one-2' };
    const { token, record } = await post(person, 'password', fields);
    person.authStore.save(token, record);
    expect((await titlesOf(person)).sort()).toEqual([
      'A recovery code was used to sign in',
      'Two-factor sign-in is off',
      'Two-factor sign-in is on',
      'Your password was changed',
    ]);
  });

  test('is told nothing of changes that open no door', async () => {
    const person = await makePerson(app);
    await person.collection('users').update(person.id, { bio: 'Shy', timezone: 'Asia/Singapore' });
    expect(await titlesOf(person)).toEqual([]);
  });
});
