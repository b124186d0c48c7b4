import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureSuperuser } from '#engine/auth/ensure-superuser.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let second: EngineServer;
let people = 0;

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    createRule: '',
    updateRule: 'id = @request.auth.id',
    fields: [{ name: 'nick', type: 'text' }],
    indexes: ['CREATE UNIQUE INDEX idx_people_nick ON people (nick) WHERE nick != ""'],
    otp: { enabled: true, length: 6, duration: 300 },
    mfa: { enabled: false },
  });
  second = await startEngineServer({ beside: server });
});

afterAll(async () => {
  await second.close();
  await server.close();
});

type Person = { id: string; email: string; password: string };

async function newPerson(): Promise<Person> {
  people += 1;
  const [email, password] = [`person${people}@example.com`, 'a-first-password'];
  const { id } = await server.guest.collection('people').create({ email, password, passwordConfirm: password });
  return { id, email, password };
}

async function signIn({ email, password }: Person, url = server.url): Promise<PocketBase> {
  const client = clientOf(url);
  await client.collection('people').authWithPassword(email, password);
  return client;
}

async function newestMail(to: string): Promise<string> {
  const [row] = await server.engine.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where "to" = $1 order by id desc limit 1`,
    [to],
  );
  return row?.text ?? '';
}

const isGood = (client: PocketBase) =>
  client
    .collection('people')
    .authRefresh()
    .then(
      () => true,
      () => false,
    );

/** How many of the calls went through; each other one is refused with 4xx. */
async function countThrough(calls: Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []));
  for (const status of refusals) expect([400, 401, 404, 429]).toContain(status);
  return outcomes.length - refusals.length;
}

test('no token that is refreshed while the password changes outlives the change, on any server', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await newPerson();
    const clients = await Promise.all([
      signIn(person),
      signIn(person),
      signIn(person, second.url),
      signIn(person, second.url),
    ]);
    const password = `changed-${round}-password`;
    const change = server.root.collection('people').update(person.id, { password, passwordConfirm: password });
    await Promise.allSettled([
      ...clients.flatMap((client) => [isGood(client), isGood(client), isGood(client)]),
      change,
    ]);
    // The other server hears of the change at once, not within it.
    for (const client of clients) await expect.poll(() => isGood(client)).toBe(false);
    expect(await isGood(await signIn({ ...person, password }))).toBe(true);
  }
});

test('one of two confirmations of one reset link sets the password, on two servers at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await newPerson();
    await server.guest.collection('people').requestPasswordReset(person.email);
    const token = /confirm-password-reset\/([\w.-]+)/.exec(await newestMail(person.email))?.[1] ?? '';
    const passwords = ['first-of-the-two', 'second-of-the-two'];
    const clients = [server.guest, second.guest];
    const calls = passwords.map((password, index) =>
      (clients[index] ?? server.guest).collection('people').confirmPasswordReset(token, password, password),
    );
    expect(await countThrough(calls)).toBe(1);
    const works = await countThrough(passwords.map((password) => signIn({ ...person, password })));
    expect(works).toBe(1);
  }
});

test('one of two confirmations of a change of address goes through', async () => {
  const person = await newPerson();
  const newEmail = `moved${people}@example.com`;
  await (await signIn(person)).collection('people').requestEmailChange(newEmail);
  const token = /confirm-email-change\/([\w.-]+)/.exec(await newestMail(newEmail))?.[1] ?? '';
  const calls = [server.guest, second.guest].map((client) =>
    client.collection('people').confirmEmailChange(token, person.password),
  );
  expect(await countThrough(calls)).toBe(1);
  await signIn({ ...person, email: newEmail });
});

test('one of two accounts gets an address that both move to at the same moment', async () => {
  const both = [await newPerson(), await newPerson()];
  const newEmail = `wanted${people}@example.com`;
  const tokens: string[] = [];
  for (const person of both) {
    await (await signIn(person)).collection('people').requestEmailChange(newEmail);
    tokens.push(/confirm-email-change\/([\w.-]+)/.exec(await newestMail(newEmail))?.[1] ?? '');
  }
  const calls = tokens.map((token, index) =>
    server.guest.collection('people').confirmEmailChange(token, both[index]?.password ?? ''),
  );
  expect(await countThrough(calls)).toBe(1);
  expect(await server.root.collection('people').getFullList({ filter: `email = '${newEmail}'` })).toHaveLength(1);
});

test('of accounts made with one address or one unique name at the same moment there is one', async () => {
  for (const [field, value] of [
    ['email', 'wanted@example.com'],
    ['nick', 'wanted'],
  ] as const) {
    const calls = Array.from({ length: 8 }, (_, index) =>
      [server, second][index % 2]?.guest.collection('people').create({
        email: `unique-${field}-${index}@example.com`,
        password: 'some-password',
        passwordConfirm: 'some-password',
        [field]: value,
      }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason.response.data).toMatchObject({ [field]: { code: 'validation_not_unique' } });
      }
    }
  }
});

test('a second factor is taken by one of those who enter it at the same moment', async () => {
  await server.root.collections.update('people', { mfa: { enabled: true, duration: 300 } });
  await expect.poll(() => second.engine.collections.get('people').auth?.mfa.enabled).toBe(true);
  const person = await newPerson();
  const { otpId } = await server.guest.collection('people').requestOTP(person.email);
  const code = /\b\d{6}\b/.exec(await newestMail(person.email))?.[0] ?? '';
  const first = await server.guest
    .collection('people')
    .authWithOTP(otpId, code)
    .catch((error: unknown) => error);
  const { mfaId } = (first as { response: { mfaId: string } }).response;
  const calls = [server, second, server, second].map(({ url }) =>
    clientOf(url).collection('people').authWithPassword(person.email, person.password, { mfaId }),
  );
  expect(await countThrough(calls)).toBe(1);
  await server.root.collections.update('people', { mfa: { enabled: false } });
});

test('of deleting an account and refreshing its token nothing is left that works', async () => {
  const person = await newPerson();
  const clients = await Promise.all([signIn(person), signIn(person, second.url)]);
  await Promise.allSettled([
    ...clients.flatMap((client) => [isGood(client), isGood(client)]),
    server.root.collection('people').delete(person.id),
  ]);
  for (const client of clients) await expect.poll(() => isGood(client)).toBe(false);
  expect((await refusalOf(signIn(person))).status).toBe(400);
});

test('[11.15] of servers that start together one makes the first superuser', async () => {
  await server.engine.db.query('delete from _superusers');
  const starts = [server, second, server, second].map(({ engine }, index) =>
    ensureSuperuser(engine, { email: `first${index}@example.com`, password: 'a-password-of-mine' }),
  );
  expect((await Promise.allSettled(starts)).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await server.engine.db.query('delete from _superusers returning id')).toHaveLength(1);
});
