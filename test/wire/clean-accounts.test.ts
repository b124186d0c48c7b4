import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

// Somebody registers an address that is not theirs and waits for its owner.
let app: TestApp;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp({ twilioUrl: 'http://account:token@127.0.0.1:9?from=%2B6580000000' });
  teacher = await makeInstructor(app);
});
afterAll(() => app.close());

let count = 0;
let email = '';
let stranger: PocketBase;
let account: { id: string };

const password = 'the-strangers-1';
const secret = 'f'.repeat(64);
const users = (client = app.guest()) => client.collection('users');

const wanted = (fields: object = {}) => ({
  email,
  password,
  passwordConfirm: password,
  name: 'Mallory',
  agreedTerms: 1,
  ...fields,
});
const register = (fields: object = {}, client = app.guest()) => users(client).create<{ id: string }>(wanted(fields));

const newestMail = async (what: string) => {
  const mails: { text: string }[] = await (
    await fetch(`${app.url}/api/dev/mailbox?to=${encodeURIComponent(email)}`)
  ).json();
  return mails.find(({ text }) => text.includes(what))?.text ?? '';
};
const linkOf = async (what: string) => new RegExp(`${what}/([\\w.-]+)`).exec(await newestMail(what))?.[1] ?? '';

async function enterByCode(client = app.guest(), options = {}) {
  const { otpId } = await users(client).requestOTP(email);
  const code = /\b\d{6}\b/.exec(await newestMail('one-time'))?.[0] ?? '';
  return users(client).authWithOTP(otpId, code, options);
}

async function resetPassword(client = app.guest()) {
  await users().requestPasswordReset(email);
  await users(client).confirmPasswordReset(
    await linkOf('confirm-password-reset'),
    'the-owners-own-1',
    'the-owners-own-1',
  );
}

const stored = async () => {
  const [row] = await app.db.query('select * from users where id = $1', [account.id]);
  return row ?? {};
};

/** What the stranger leaves in the account. */
async function fill(): Promise<void> {
  const own = stranger.collection('users');
  const picture = new Blob([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  ]);
  const form = new FormData();
  const values = {
    phone: '81234567',
    location: 'Mallory Street 1',
    bio: 'I am Mallory.',
    firstName: 'Mallory',
    language: 'zh',
  };
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append('avatar', picture, 'me.png');
  await own.update(account.id, form);
  await stranger.collection('notification_preferences').update(account.id, { sms: true, email: false });
  await stranger.collection('saved_instructors').create({ user: account.id, instructor: teacher.id });
  await stranger.collection('instructors').create({ name: 'Mallory Teaches' });
  await stranger.collection('lessons').create({
    instructor: teacher.id,
    start: `2026-11-${27 + (count % 3)}T${String(8 + Math.floor(count / 3)).padStart(2, '0')}:00:00+08:00`,
    durationMinutes: 60,
    pickup: 'Somewhere',
    postalCode: '460001',
  });
  await stranger.send('/api/marketplace/calendar-address', { method: 'POST' }).catch(() => undefined);
}

async function expectClean(): Promise<void> {
  expect(await stored()).toMatchObject({
    verified: true,
    email,
    name: '',
    firstName: '',
    avatar: '',
    phone: '',
    location: '',
    bio: '',
    language: '',
    _agreedTerms: 0,
  });
  expect((await refusalOf(users().authWithPassword(email, password))).status).toBe(400);
  expect((await refusalOf(stranger.collection('users').authRefresh())).status).toBe(401);
  expect(await app.db.query('select 1 from saved_instructors where "user" = $1', [account.id])).toEqual([]);
  expect(await app.db.query('select 1 from instructors where "user" = $1', [account.id])).toEqual([]);
  expect(await app.db.query('select 1 from calendar_addresses where "user" = $1', [account.id])).toEqual([]);
  expect(await app.db.query(`select 1 from lessons where learner = $1 and status = 'held'`, [account.id])).toEqual([]);
  const [chosen] = await app.db.query('select sms, email from notification_preferences where "user" = $1', [
    account.id,
  ]);
  expect(chosen).toEqual({ sms: false, email: true });
  const told = await app.db.query<{ title: string }>('select title from notifications where "user" = $1', [account.id]);
  expect(told.map(({ title }) => title)).toContain('Your account begins clean');
}

async function expectKept(): Promise<void> {
  expect(await stored()).toMatchObject({ verified: true, name: 'Mallory', phone: '81234567', bio: 'I am Mallory.' });
  expect((await users().authWithPassword(email, password)).record.id).toBe(account.id);
  expect(await app.db.query('select 1 from instructors where "user" = $1', [account.id])).toHaveLength(1);
  expect(await app.db.query(`select 1 from lessons where learner = $1 and status = 'held'`, [account.id])).toHaveLength(
    1,
  );
}

beforeEach(async () => {
  count += 1;
  email = `owner-${count}@example.com`;
});

async function begin(fields: object = {}, make = register): Promise<void> {
  account = await make(fields);
  stranger = app.guest();
  await users(stranger).authWithPassword(email, password);
  await fill();
}

describe('[25.5] an account that a stranger registered begins clean when its owner', () => {
  test.each([
    ['enters a code', () => enterByCode()],
    ['sets a new password by a mailed link', () => resetPassword()],
    [
      'opens the link of the mail signed in to nothing',
      async () => users().confirmVerification(await linkOf('confirm-verification')),
    ],
    [
      'opens it and chooses a password there',
      async () => {
        const token = await linkOf('confirm-verification');
        const chosen = { newPassword: 'the-owners-own-1', newPasswordConfirm: 'the-owners-own-1' };
        const confirm = (body: object) => users().confirmVerification(token, { body: { token, ...body } });
        expect(await refusalOf(confirm({ ...chosen, newPassword: 'short' }))).toMatchObject({
          data: {
            newPassword: { code: 'validation_length_out_of_range' },
            newPasswordConfirm: { code: 'validation_values_mismatch' },
          },
        });
        await confirm(chosen);
        expect((await users().authWithPassword(email, 'the-owners-own-1')).record.id).toBe(account.id);
        // The link chooses no other one.
        const other = { newPassword: 'another-one-1', newPasswordConfirm: 'another-one-1' };
        expect((await refusalOf(confirm(other))).data).toHaveProperty('token');
        expect((await users().authWithPassword(email, 'the-owners-own-1')).record.id).toBe(account.id);
      },
    ],
    [
      'opens it signed in to another account',
      async () => users(await makePerson(app)).confirmVerification(await linkOf('confirm-verification')),
    ],
    [
      'opens it with another browser’s secret',
      async () => {
        const token = await linkOf('confirm-verification');
        await users().confirmVerification(token, { body: { token, registrationSecret: 'e'.repeat(64) } });
      },
    ],
  ])('%s', async (_how, prove) => {
    await begin({ registrationSecret: secret });
    await prove();
    await expectClean();
  });

  test('with no secret at all, which an empty one does not stand for', async () => {
    await begin();
    const token = await linkOf('confirm-verification');
    await users().confirmVerification(token, { body: { token, registrationSecret: '' } });
    await expectClean();
  });
});

describe('[25.5] [25.22] an account begins clean, too, that is registered', () => {
  test.each([
    ['with the token of another account', async () => register({}, await makePerson(app))],
    ['with the token of an account of another collection', async () => register({}, await personElsewhere())],
    ['by staff who may not make accounts', async () => register({}, await makePerson(app, { role: 'finance' }))],
    ['signed in, in a batch', async () => registerInBatch(await makePerson(app))],
    ['in the moment in which its owner enters a code', undefined],
  ])('%s', async (_how, make) => {
    if (make) {
      await begin({}, make);
      await enterByCode();
    } else await registerMeanwhile();
    if (make) await expectClean();
    expect(await stored()).toMatchObject({ verified: true, name: '' });
    expect((await refusalOf(users().authWithPassword(email, password))).status).toBe(400);
  });
});

async function personElsewhere(): Promise<PocketBase> {
  await app.root.collections.create({ name: 'partners', type: 'auth' });
  const partner = { email: 'partner@example.com', password, passwordConfirm: password };
  await app.root.collection('partners').create(partner);
  const client = app.guest();
  await client.collection('partners').authWithPassword(partner.email, password);
  return client;
}

async function registerInBatch(client: PocketBase): Promise<{ id: string }> {
  await app.root.settings.update({ batch: { enabled: true, maxRequests: 5, timeout: 3 } });
  const batch = client.createBatch();
  batch.collection('users').create(wanted());
  const [made] = await batch.send();
  return made?.body;
}

/** The code's account is about to be made when somebody else registers the address. */
async function registerMeanwhile(): Promise<void> {
  const { email: ours } = wanted();
  let isDone = false;
  app.app.engine.hooks.on('users', {
    async beforeCreate({ record }) {
      if (record.email !== ours || isDone) return;
      isDone = true;
      account = await register();
    },
  });
  await enterByCode();
  expect(isDone).toBe(true);
}

describe('[25.22] the password and all else stay for who registered and proves it', () => {
  test.each([
    [
      'by a session of the account',
      async () => users(stranger).confirmVerification(await linkOf('confirm-verification')),
    ],
    [
      'by the secret of the browser that registered',
      async () => {
        const token = await linkOf('confirm-verification');
        await users().confirmVerification(token, { body: { token, registrationSecret: secret } });
      },
    ],
    [
      'by the password',
      async () => {
        const token = await linkOf('confirm-verification');
        const body = { token, password: 'not-the-password' };
        expect(await refusalOf(users().confirmVerification(token, { body }))).toMatchObject({
          status: 400,
          data: { password: { code: 'validation_invalid_password' } },
        });
        await users().confirmVerification(token, { body: { token, password } });
      },
    ],
    ['by a code, signed in', () => enterByCode(stranger)],
  ])('%s', async (_how, prove) => {
    await begin({ registrationSecret: secret });
    await prove();
    await expectKept();
  });

  test('and for an account that the operator made', async () => {
    account = await app.root.collection('users').create({ email, password, passwordConfirm: password, name: 'Mei' });
    await users().requestVerification(email);
    await users().confirmVerification(await linkOf('confirm-verification'));
    expect(await stored()).toMatchObject({ name: 'Mei', verified: true, _registeredBy: null });
    expect((await users().authWithPassword(email, password)).record.name).toBe('Mei');
  });

  test('and once it was proved, whatever becomes of the address later', async () => {
    await begin({ registrationSecret: secret });
    await users(stranger).confirmVerification(await linkOf('confirm-verification'));
    await app.root.collection('users').update(account.id, { verified: false });
    app.clock.advance(10);
    await users().requestVerification(email);
    await users().confirmVerification(await linkOf('confirm-verification'));
    await expectKept();
  });
});

test('[25.5] what was paid stays with the account as history, and what opens it or leads money elsewhere ends', async () => {
  await begin();
  const [lesson] = await app.db.query<{ id: string }>(`select id from lessons where learner = $1`, [account.id]);
  await stranger.collection('payments').create({ lesson: lesson?.id, method: 'card', cardNumber: '4242424242424242' });
  await enterByCode();
  await expectClean();
  const [row] = await app.db.query('select status from lessons where learner = $1', [account.id]);
  expect(row).toEqual({ status: 'confirmed' });
});
