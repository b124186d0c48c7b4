import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRights } from '#marketplace/people/second-factors/open-rights.ts';
import { addApp, beginSignIn, codeAt, signInWithApp } from '#support/authenticator-app.ts';
import { mailedCode } from '#support/mailed-code.ts';
import { createPasskey, type Otherwise, type SoftwarePasskey } from '#support/software-passkey.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ staffNeedSecondFactor: true });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

const password = 'learner-password';
const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const post = (client: PocketBase, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  client.send(`/api/marketplace/${path}`, { method: 'POST', body, headers });
const begin = (person: { id: string }) => beginSignIn(app.guest(), emailOf(person));
const answerByApp = (mfaId: string, code: string) => post(app.guest(), 'sign-in-with-totp', { mfaId, code });
const factorsOf = async (mfaId: string) => (await post(app.guest(), 'sign-in-factors', { mfaId })).factors;
const wrongCode = { status: 400, data: { code: { code: 'invalid_totp_code' } } };
const users = (client = app.guest()) => client.collection('users');

/** Somebody with an authenticator app, half a minute after they added it: its next code is one that was not used. */
async function withApp(fields: Parameters<typeof makePerson>[1] = {}) {
  const person = await makePerson(app, fields);
  const added = await addApp(app, person);
  app.clock.advance(0.5);
  return { person, ...added, code: () => codeAt(added.secret, app.clock.nowMs()) };
}

async function addPasskey(person: Person, name = 'Laptop'): Promise<SoftwarePasskey> {
  const passkey = createPasskey();
  const { options } = await post(person, 'passkey-enrolments');
  await post(person, 'passkeys', { name, response: passkey.register(options) });
  return passkey;
}

async function signInWithPasskey(
  passkey: SoftwarePasskey,
  { mfaId = '', ...more }: Otherwise & { mfaId?: string } = {},
) {
  const half = mfaId === '' ? {} : { mfaId };
  const { options } = await post(app.guest(), 'passkey-challenges', half);
  return post(app.guest(), 'sign-in-with-passkey', { ...half, response: passkey.sign(options, more) });
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('[25.23] an authenticator app', () => {
  test('is asked for once it was added, by a code that is good once', async () => {
    const { person, recoveryCodes, code } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    expect((await users(person).getOne(person.id)).twoFactor).toBe(true);
    const mfaId = await begin(person);
    expect(await factorsOf(mfaId)).toEqual(['totp', 'recovery']);
    const { token, record } = await answerByApp(mfaId, code());
    expect([record.id, claimsOf(token).ownFactor]).toEqual([person.id, true]);
    expect(await refusalOf(answerByApp(await begin(person), code()))).toMatchObject(wrongCode);
    // What it showed before is good no more either, nor what it will show too far ahead.
    app.clock.advance(0.5);
    const next = code();
    app.clock.advance(0.5);
    const after = code();
    await answerByApp(await begin(person), after);
    expect(await refusalOf(answerByApp(await begin(person), next))).toMatchObject(wrongCode);
    const ahead = code();
    app.clock.advance(-2);
    expect(await refusalOf(answerByApp(await begin(person), ahead))).toMatchObject(wrongCode);
    app.clock.advance(2);
  });

  test('leaves no second half to whoever has the mailbox, in whatever order', async () => {
    const { person } = await withApp();
    const mfaId = await begin(person);
    const first = await users().requestOTP(emailOf(person), { mfaId });
    const byMail = users().authWithOTP(first.otpId, await mailedCode(app, emailOf(person)), { mfaId });
    expect((await refusalOf(byMail)).status).toBe(400);
    app.clock.advance(0.1);
    const { otpId } = await users().requestOTP(emailOf(person));
    const half = await users()
      .authWithOTP(otpId, await mailedCode(app, emailOf(person)))
      .catch(({ response }) => response.mfaId);
    expect(await factorsOf(half)).toEqual(['totp', 'recovery']);
    expect((await refusalOf(users().authWithPassword(emailOf(person), password, { mfaId: half }))).status).toBe(400);
  });

  test('is the account’s own: another one’s half of a sign-in takes none of its codes', async () => {
    const [mine, theirs] = [await withApp(), await withApp()];
    expect(await refusalOf(answerByApp(await begin(theirs.person), mine.code()))).toMatchObject(wrongCode);
    expect((await refusalOf(answerByApp('000000000000000', mine.code()))).status).toBe(400);
    const mfaId = await begin(mine.person);
    app.clock.advance(10);
    expect((await refusalOf(answerByApp(mfaId, mine.code()))).status).toBe(400);
    await answerByApp(await begin(mine.person), mine.code());
  });

  test('is guessed as seldom as a mailed code, and counted with it', async () => {
    const { person, code } = await withApp();
    const mfaId = await begin(person);
    for (let count = 0; count < 5; count++) expect((await refusalOf(answerByApp(mfaId, '000000'))).status).toBe(400);
    expect((await refusalOf(answerByApp(mfaId, code()))).status).toBe(429);
    app.clock.advance(4);
    await answerByApp(await begin(person), code());
    await app.db.query(`update _attempts set count = 30 where key like $1`, [`codes-tried:%${person.id}:halfway:3600`]);
    app.clock.advance(4);
    expect((await refusalOf(answerByApp(await begin(person), code()))).status).toBe(429);
    app.clock.advance(60);
    await answerByApp(await begin(person), code());
  });

  test('is added by a right code within ten minutes, once, and by whom it was begun', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const { secret, uri, enrolment } = await post(person, 'totp-enrolments');
    expect(decodeURIComponent(uri)).toBe(
      `otpauth://totp/Kerbside:${emailOf(person)}?issuer=Kerbside&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const fields = { enrolment, name: 'Phone', code: codeAt(secret, app.clock.nowMs()) };
    const add = (client: PocketBase, more: object = {}) => post(client, 'totp-devices', { ...fields, ...more });
    expect(await refusalOf(add(person, { code: '000000' }))).toMatchObject(wrongCode);
    expect(await refusalOf(add(person, { name: '' }))).toMatchObject({
      data: { name: { code: 'validation_required' } },
    });
    const over = { status: 400, data: { enrolment: { code: 'enrolment_over' } } };
    expect(await refusalOf(add(other))).toMatchObject(over);
    expect(await refusalOf(add(person, { enrolment: `A${enrolment.slice(1)}` }))).toMatchObject(over);
    expect((await refusalOf(add(app.guest()))).status).toBe(401);
    const answers = await Promise.allSettled([add(person), add(person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const late = await makePerson(app);
    const begun = await post(late, 'totp-enrolments');
    app.clock.advance(10);
    const code = codeAt(begun.secret, app.clock.nowMs());
    await users(late).authWithPassword(emailOf(late), password);
    const answer = post(late, 'totp-devices', { ...begun, code, name: 'Phone' });
    expect(await refusalOf(answer)).toMatchObject(over);
  });

  test('there are three of at most, each with a name', async () => {
    const { person, code } = await withApp();
    const { token, record } = await answerByApp(await begin(person), code());
    person.authStore.save(token, record);
    await addApp(app, person, 'Tablet');
    await addApp(app, person, 'Safe');
    expect(await refusalOf(addApp(app, person, 'Fourth'))).toMatchObject({ data: { name: { code: 'too_many' } } });
    const rows = await person.collection('totp_devices').getFullList({ sort: 'created,id' });
    expect(rows.map(({ name }) => name).sort()).toEqual(['Phone', 'Safe', 'Tablet']);
  });

  test('twenty sign-ins with one code at once: one session', async () => {
    const { person, code } = await withApp();
    await app.root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: true } });
    try {
      const before = await app.db.query('select id from _sessions where "recordRef" = $1', [person.id]);
      const halves = [];
      for (let count = 0; count < 20; count++) halves.push(await begin(person));
      const answers = await Promise.allSettled(
        halves.map((mfaId, index) =>
          // From a place of its own each: nothing but the code being used keeps the others out.
          post(app.guest(), 'sign-in-with-totp', { mfaId, code: code() }, { 'X-Forwarded-For': `203.0.113.${index}` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : []));
      expect(new Set(reasons)).toEqual(new Set([400]));
      const after = await app.db.query('select id from _sessions where "recordRef" = $1', [person.id]);
      expect(after.length - before.length).toBe(1);
    } finally {
      await app.root.settings.update({ trustedProxy: { headers: [], useLeftmostIP: false } });
    }
  });

  test('tells its secret nobody: no field, no export, no superuser, no row', async () => {
    const { person, secret, id } = await withApp();
    const [row = {}] = await app.db.query('select * from totp_devices where id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain(secret);
    for (const client of [person, app.root]) {
      const record = await client.collection('totp_devices').getOne(id);
      expect(Object.keys(record).sort()).toEqual(
        ['collectionId', 'collectionName', 'created', 'id', 'lastUsed', 'name', 'updated', 'user'].sort(),
      );
    }
    const hidden = app.root.collection('totp_devices').getList(1, 1, { filter: `_secret != ''` });
    expect((await refusalOf(hidden)).status).toBe(400);
    const made = app.root.collection('totp_devices').create({ user: person.id, name: 'x' });
    expect(await refusalOf(made)).toMatchObject({ data: { name: { code: 'needs_enrolment' } } });
    // Sealed for its account: in the place of another one's it opens nothing.
    const other = await withApp();
    await app.db.query('update totp_devices set _secret = $2 where id = $1', [other.id, row._secret]);
    expect(await refusalOf(answerByApp(await begin(other.person), codeAt(secret, app.clock.nowMs())))).toMatchObject(
      wrongCode,
    );
  });
});

describe('[25.23] a passkey', () => {
  test('signs in alone and counts as both factors, or after the password', async () => {
    const person = await makePerson(app);
    const passkey = await addPasskey(person);
    const { token, record } = await signInWithPasskey(passkey);
    expect([record.id, claimsOf(token).ownFactor]).toEqual([person.id, true]);
    // It turns nothing on by itself.
    await users().authWithPassword(emailOf(person), password);
    await post(person, 'two-factor', { isOn: true, password });
    const mfaId = await begin(person);
    expect(await factorsOf(mfaId)).toEqual(['passkey', 'recovery']);
    expect((await signInWithPasskey(passkey, { mfaId })).record.id).toBe(person.id);
    const [row] = await person.collection('passkeys').getFullList();
    expect(row?.lastUsed).not.toBe('');
  });

  const refused = { status: 400, data: { response: { code: 'invalid_passkey' } } };
  const otherwise: [string, Otherwise][] = [
    ['another site asked', { origin: 'http://evil.example' }],
    ['another port of the site asked', { origin: 'http://kerbside.example:8443' }],
    ['it is for another name', { rpId: 'evil.example' }],
    ['its owner did not unlock it', { isVerified: false }],
    ['it says it is another account’s', { userHandle: Buffer.from('person000000000').toString('base64url') }],
  ];

  test.each(otherwise)('is refused where %s', async (_case, more) => {
    const person = await makePerson(app);
    const passkey = await addPasskey(person);
    expect(await refusalOf(signInWithPasskey(passkey, more))).toMatchObject(refused);
    const another = createPasskey();
    const { options } = await post(person, 'passkey-enrolments');
    const add = post(person, 'passkeys', { name: 'x', response: another.register(options, more) });
    if (!more.userHandle) expect(await refusalOf(add)).toMatchObject(refused);
    await signInWithPasskey(passkey);
  });

  test('answers a challenge once, within five minutes, and no challenge that is not ours', async () => {
    const person = await makePerson(app);
    const passkey = await addPasskey(person);
    const ask = async () => (await post(app.guest(), 'passkey-challenges')).options;
    const send = (response: object) => post(app.guest(), 'sign-in-with-passkey', { response });
    const response = passkey.sign(await ask());
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => send(response)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(send(response))).toMatchObject(refused);
    const late = passkey.sign(await ask());
    app.clock.advance(5);
    expect(await refusalOf(send(late))).toMatchObject(refused);
    const ours = Buffer.from('a'.repeat(43)).toString('base64url');
    expect(await refusalOf(send(passkey.sign({ challenge: ours })))).toMatchObject(refused);
    const enrolling = (await post(person, 'passkey-enrolments')).options;
    expect(await refusalOf(send(passkey.sign(enrolling)))).toMatchObject(refused);
    for (const nonsense of [undefined, null, 'x', [], {}, { ...response, response: {} }, { ...response, id: 7 }]) {
      expect(await refusalOf(send(Object(nonsense)))).toMatchObject(refused);
    }
  });

  test('is refused once its count goes back, as a copy’s does', async () => {
    const passkey = await addPasskey(await makePerson(app));
    await signInWithPasskey(passkey, { counter: 9 });
    expect(await refusalOf(signInWithPasskey(passkey, { counter: 9 }))).toMatchObject(refused);
    expect(await refusalOf(signInWithPasskey(passkey, { counter: 4 }))).toMatchObject(refused);
    await signInWithPasskey(passkey, { counter: 10 });
  });

  test('of one account finishes no sign-in of another', async () => {
    const [mine, theirs] = [await makePerson(app), await withApp()];
    const passkey = await addPasskey(mine);
    const mfaId = await begin(theirs.person);
    expect((await refusalOf(signInWithPasskey(passkey, { mfaId }))).status).toBe(400);
    // Asked by nobody in particular, sent along with another one's half.
    const { options } = await post(app.guest(), 'passkey-challenges');
    const sent = post(app.guest(), 'sign-in-with-passkey', { mfaId, response: passkey.sign(options) });
    expect((await refusalOf(sent)).status).toBe(400);
    expect((await refusalOf(post(app.guest(), 'passkey-challenges', { mfaId: '000000000000000' }))).status).toBe(400);
  });

  test('is added to the account that asked, and to one only', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const passkey = createPasskey();
    const { options } = await post(person, 'passkey-enrolments');
    const taken = post(other, 'passkeys', { name: 'x', response: passkey.register(options) });
    expect(await refusalOf(taken)).toMatchObject(refused);
    const again = (await post(person, 'passkey-enrolments')).options;
    await post(person, 'passkeys', { name: 'x', response: passkey.register(again) });
    const theirs = (await post(other, 'passkey-enrolments')).options;
    const second = post(other, 'passkeys', { name: 'x', response: passkey.register(theirs) });
    expect(await refusalOf(second)).toMatchObject({ data: { name: { code: 'validation_not_unique' } } });
  });

  test('lets nobody in whose account is suspended', async () => {
    const person = await makePerson(app);
    const passkey = await addPasskey(person);
    await users(app.root).update(person.id, { suspended: true });
    expect((await refusalOf(signInWithPasskey(passkey))).status).toBe(403);
  });
});

describe('[25.23] adding and removing a second factor', () => {
  const needs = (code: string, field = 'name') => ({ status: 400, data: { [field]: { code } } });

  test('takes a sign-in just now, a proved address, and the factor that is there already', async () => {
    const unproved = await makePerson(app, { verified: false });
    expect(await refusalOf(addApp(app, unproved))).toMatchObject(needs('email_not_verified'));
    expect(await refusalOf(addPasskey(unproved))).toMatchObject(needs('email_not_verified'));
    const person = await makePerson(app);
    app.clock.advance(11);
    await users(person).authRefresh();
    expect(await refusalOf(addApp(app, person))).toMatchObject(needs('needs_recent_sign_in'));
    await users(person).authWithPassword(emailOf(person), password);
    const { id } = await addApp(app, person);
    // Signed in by the password alone, though just now.
    expect(await refusalOf(addPasskey(person))).toMatchObject(needs('needs_own_factor'));
    const remove = () => person.collection('totp_devices').delete(id);
    expect(await refusalOf(remove())).toMatchObject(needs('needs_own_factor', 'id'));
    const codes = post(person, 'two-factor', { isOn: true, password });
    expect(await refusalOf(codes)).toMatchObject(needs('needs_own_factor', 'isOn'));
  });

  test('is the owner’s alone, who is told', async () => {
    const { person, id, secret } = await withApp();
    await signInWithApp(app, person, { email: emailOf(person), secret });
    const admin = await withApp({ role: 'admin' }).catch(() => undefined);
    expect(admin).toBeUndefined();
    const other = await makePerson(app);
    expect((await refusalOf(other.collection('totp_devices').getOne(id))).status).toBe(404);
    expect((await refusalOf(other.collection('totp_devices').delete(id))).status).toBe(404);
    app.clock.advance(11);
    expect(await refusalOf(person.collection('totp_devices').delete(id))).toMatchObject(
      needs('needs_recent_sign_in', 'id'),
    );
    await signInWithApp(app, person, { email: emailOf(person), secret });
    await person.collection('totp_devices').delete(id);
    const told = await person.collection('notifications').getFullList({ filter: `type = 'security'` });
    const titles = told.map(({ title }) => title);
    expect(titles).toContain('An authenticator app or a passkey was added to your account');
    expect(titles).toContain('An authenticator app or a passkey was removed from your account');
    // The mailed code is the second half again.
    expect(await factorsOf(await begin(person))).toEqual(['otp', 'recovery']);
  });

  test('signs out whoever was in by less, and turning two factors off takes the apps along', async () => {
    const person = await makePerson(app);
    const phone = app.guest();
    await users(phone).authWithPassword(emailOf(person), password);
    await post(person, 'two-factor', { isOn: true, password });
    await users(person)
      .requestOTP(emailOf(person), { mfaId: await begin(person) })
      .catch(() => {});
    await signInByMail(person);
    const { secret } = await addApp(app, person);
    expect((await refusalOf(users(phone).authRefresh())).status).toBe(401);
    await addPasskeyAfter(person, secret);
    await post(person, 'two-factor', { isOn: false, password });
    expect(await person.collection('totp_devices').getFullList()).toEqual([]);
    expect(await person.collection('passkeys').getFullList()).toHaveLength(1);
  });

  async function addPasskeyAfter(person: Person, secret: string) {
    await signInWithApp(app, person, { email: emailOf(person), secret });
    await addPasskey(person);
  }
});

async function signInByMail(person: Person): Promise<void> {
  const mfaId = await begin(person);
  const { otpId } = await users().requestOTP(emailOf(person), { mfaId });
  await users(person).authWithOTP(otpId, await mailedCode(app, emailOf(person)), { mfaId });
}

describe('[25.23] staff, where they need a second factor', () => {
  const people = (client: PocketBase) => client.send('/api/marketplace/users', {});

  test('add none by the password alone, and have their rights by an app, a passkey or a recovery code, never by the mailbox', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    for (const add of [() => addApp(app, admin), () => addPasskey(admin)]) {
      expect(await refusalOf(add())).toMatchObject({ data: { name: { code: 'needs_second_factor' } } });
    }
    await post(admin, 'two-factor', { isOn: true, password });
    await signInByMail(admin);
    expect((await refusalOf(people(admin))).status).toBe(403);
    const { secret, recoveryCodes } = await addApp(app, admin);
    expect((await refusalOf(people(admin))).status).toBe(403);
    await openRights(app.app.engine, emailOf(admin));
    await signInWithApp(app, admin, { email: emailOf(admin), secret });
    expect((await people(admin)).totalItems).toBeGreaterThan(0);
    const passkey = await addPasskey(admin);
    const mfaId = await begin(admin);
    for (const { token, record } of [
      await signInWithPasskey(passkey),
      await post(app.guest(), 'recover-sign-in', { mfaId, code: recoveryCodes[0] }),
    ]) {
      const client = app.guest();
      client.authStore.save(token, record);
      expect((await people(client)).totalItems).toBeGreaterThan(0);
      await users(client).authRefresh();
      expect((await people(client)).totalItems).toBeGreaterThan(0);
    }
  });
});
