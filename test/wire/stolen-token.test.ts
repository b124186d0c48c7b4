import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '#support/openid-provider.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { vapidKeys } from '#support/vapid-keys.ts';

const back = 'http://127.0.0.1:9/back';
const password = 'learner-password';

let app: TestApp;
let provider: OpenIdProvider;
let outside = 0;

beforeAll(async () => {
  provider = await startOpenIdProvider([back]);
  const { clientId, clientSecret, issuer } = provider;
  app = await startApp({
    vapid: vapidKeys(),
    trustedPushOrigins: ['http://push.example'],
    google: { clientId, clientSecret, issuerBase: issuer },
    staffNeedSecondFactor: true,
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

type Person = Awaited<ReturnType<typeof makePerson>>;

const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const post = (client: PocketBase, name: string, body: object) =>
  client.send(`/api/marketplace/${name}`, { method: 'POST', body });
const setPassword = (person: Person, wanted: string) =>
  person.collection('users').update(person.id, { oldPassword: password, password: wanted, passwordConfirm: wanted });
const bySomebodyElse = (person: Person) => person.collection('users').authWithPassword(emailOf(person), password);

/** Signs in with an account at the provider whose address is another than the account's here. */
async function enter(client: PocketBase) {
  outside += 1;
  const name = `outside-${outside}`;
  provider.signInAs({ sub: name, email: `${name}@example.com`, email_verified: true, name });
  return again(client);
}

async function again(client: PocketBase) {
  const { oauth2 } = await client.collection('users').listAuthMethods();
  const [method] = oauth2.providers;
  const url = await provider.authorize((method?.authURL ?? '') + encodeURIComponent(back));
  const code = url.searchParams.get('code') ?? '';
  return client.collection('users').authWithOAuth2Code('google', code, method?.codeVerifier ?? '', back);
}

const linksOf = ({ id }: Person) =>
  app.db.query<{ providerId: string }>('select "providerId" from "_externalAuths" where "recordRef" = $1', [id]);

describe('what a stolen token makes in an account', () => {
  let browsers = 0;
  const subscribe = (person: Person) =>
    person.collection('push_subscriptions').create({
      endpoint: `http://push.example/${browsers++}`,
      p256dh: 'A'.repeat(87),
      auth: 'A'.repeat(22),
    });
  const subscribed = ({ id }: Person) => app.db.query('select id from push_subscriptions where "user" = $1', [id]);

  test('is told of nothing in its own browser once the password is new, or all other devices are signed out', async () => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await subscribe(other);
    await subscribe(person);
    await person.send('/api/marketplace/devices', { method: 'DELETE' });
    expect(await subscribed(person)).toEqual([]);
    await subscribe(person);
    await setPassword(person, 'a-newer-password-71');
    expect(await subscribed(person)).toEqual([]);
    expect(await subscribed(other)).toHaveLength(1);
  });

  test('[25.47] is no outside account once the sign-in was ten minutes ago', async () => {
    const person = await makePerson(app);
    app.clock.advance(11);
    const refusal = await refusalOf(enter(person));
    expect([refusal.status, refusal.data.provider?.code]).toEqual([400, 'needs_recent_sign_in']);
    expect(await linksOf(person)).toEqual([]);
    await bySomebodyElse(person);
    await enter(person);
    expect(await linksOf(person)).toHaveLength(1);
  });

  test('is an outside account at most until the password is new, and the owner is told of it', async () => {
    const person = await makePerson(app);
    await enter(person);
    expect(await linksOf(person)).toHaveLength(1);
    const told = await app.db.query(
      `select type, title from notifications where "user" = $1 and title like '%linked%'`,
      [person.id],
    );
    expect(told).toEqual([{ type: 'security', title: 'An account elsewhere was linked to yours' }]);
    expect((await again(app.guest())).record.id).toBe(person.id);
    await setPassword(person, 'a-newer-password-72');
    expect(await linksOf(person)).toEqual([]);
    expect((await again(app.guest())).record.id).not.toBe(person.id);
  });

  const safeguards: [string, (person: Person) => Promise<unknown>][] = [
    ['all other devices are signed out', (person) => person.send('/api/marketplace/devices', { method: 'DELETE' })],
    ['signing in takes two factors', (person) => post(person, 'two-factor', { isOn: true, password })],
    [
      'the account has another address',
      ({ id }) => app.root.collection('users').update(id, { email: `${id}@elsewhere.example` }),
    ],
  ];
  test.each(safeguards)('is no outside account any more once %s', async (_when, makeSafe) => {
    const person = await makePerson(app);
    await enter(person);
    await makeSafe(person);
    expect(await linksOf(person)).toEqual([]);
    expect((await again(app.guest())).record.id).not.toBe(person.id);
  });
});

test('whoever was in by the password alone is out once signing in takes two factors; the device that said so stays', async () => {
  const person = await makePerson(app);
  const other = app.guest();
  await other.collection('users').authWithPassword(emailOf(person), password);
  await post(person, 'two-factor', { isOn: true, password });
  expect((await refusalOf(other.collection('users').authRefresh())).status).toBe(401);
  expect((await refusalOf(post(other, 'two-factor', { isOn: false, password }))).status).toBe(401);
  expect((await person.collection('users').authRefresh()).record.twoFactor).toBe(true);
});

describe('staff who signed in by their password alone', () => {
  const begin = async () => {
    const person = await makePerson(app, { role: 'moderator' });
    await bySomebodyElse(person);
    return person;
  };

  test('are given no recovery codes, with which the password would be both', async () => {
    const person = await begin();
    expect(await post(person, 'two-factor', { isOn: true, password })).toEqual({ isOn: true, recoveryCodes: [] });
    const codes = await app.db.query('select 1 from recovery_codes where "user" = $1', [person.id]);
    expect(codes).toEqual([]);
  });

  test('have the codes mailed to no address of their choice', async () => {
    const person = await begin();
    const refusal = await refusalOf(person.collection('users').requestEmailChange('elsewhere@example.com'));
    expect(refusal.status).toBe(403);
  });

  test('have no outside account of their choice for the second factor', async () => {
    const person = await begin();
    const { record } = await enter(person);
    expect(record.id).not.toBe(person.id);
    expect(await linksOf(person)).toEqual([]);
  });
});

test('an account of another collection is nobody of the product, whatever its id', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: '2026-11-23T02:00:00Z',
    durationMinutes: 60,
    pickup: 'Bedok MRT',
    status: 'confirmed',
  });
  await app.root.collections.create({ name: 'members', type: 'auth', createRule: '', fields: [] });
  const member = app.guest();
  const account = { email: 'member@example.com', password: 'member-password-1' };
  await member.collection('members').create({ ...account, passwordConfirm: account.password });
  // Nobody registers with an id that is somebody's; data that was brought along may have one twice.
  await app.db.query('update members set id = $1', [learner.id]);
  await member.collection('members').authWithPassword(account.email, account.password);
  const { token } = await member.send('/api/files/token', { method: 'POST' });
  for (const path of [
    `lessons/${lesson.id}.ics`,
    `lessons/${lesson.id}.ics?token=${token}`,
    'lessons.csv',
    'dashboard?view=learner',
    `entries?of=paid&id=${learner.id}`,
    `slots?instructor=${teacher.id}&from=2026-11-23&to=2026-11-24&durationMinutes=60&lesson=${lesson.id}`,
  ]) {
    const answer = await fetch(`${app.url}/api/marketplace/${path}`, {
      headers: path.includes('token=') ? {} : { Authorization: member.authStore.token },
    });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
  }
  const wanted = { instructor: teacher.id, start: '2026-11-24T02:00:00Z', durationMinutes: 60, pickup: 'Bedok MRT' };
  for (const [collection, body] of [
    ['lessons', wanted],
    ['push_subscriptions', { endpoint: 'http://push.example/member', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }],
    ['support_requests', { subject: 'Me', text: 'Hello' }],
    ['conversations', { instructor: teacher.id, text: 'Hello' }],
  ] as const) {
    expect((await refusalOf(member.collection(collection).create(body))).status, collection).toBe(400);
  }
  expect(await app.db.query('select 1 from push_subscriptions where "user" = $1', [learner.id])).toEqual([]);
});

test('another telephone number, where money by hand goes, is told to the owner; the first one is not', async () => {
  const person = await makePerson(app);
  const told = async () =>
    (
      await app.db.query(`select 1 from notifications where "user" = $1 and title = 'Your phone number was changed'`, [
        person.id,
      ])
    ).length;
  await person.collection('users').update(person.id, { phone: '+65 8123 4567' });
  expect(await told()).toBe(0);
  await person.collection('users').update(person.id, { bio: 'Calm' });
  await person.collection('users').update(person.id, { phone: '+65 9999 9999' });
  expect(await told()).toBe(1);
});

test('whoever has the token takes no mail back by deleting what it tells of', async () => {
  const person = await makePerson(app);
  await person.send('/api/marketplace/calendar-address', { method: 'POST' });
  const told = await person.collection('notifications').getFullList();
  for (const { id } of told) await person.collection('notifications').delete(id);
  await app.app.sweepers.runDue();
  const mails = await app.db.query('select subject from _mails where "to" = $1', [`${person.id}@kerbside.example`]);
  expect([told.length, mails.length]).toEqual([1, 1]);
});
