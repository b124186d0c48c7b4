import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = '/api/marketplace/terms';
type Client = { send: <T>(path: string, options: object) => Promise<T> };
type Terms = { version: number; isAccepted: boolean; changes: string[]; acceptances: object[] };
const read = (client: Client) => client.send<Terms>(path, { method: 'GET' });
const accept = (client: Client, body: object) => client.send<Terms>(path, { method: 'POST', body });

test('a new account has agreed to nothing; agreeing is written down once, with version, instant and way', async () => {
  const person = await makePerson(app);
  expect(await read(person)).toEqual({
    version: 1,
    inForceFrom: '2026-10-31T16:00:00.000Z',
    isAccepted: false,
    changes: [],
    acceptances: [],
  });
  await accept(person, { version: 1, how: 'registration' });
  app.clock.advance(1);
  const again = await accept(person, { version: 1, how: 'asked' });
  expect(again).toMatchObject({
    isAccepted: true,
    acceptances: [{ version: 1, accepted: '2026-11-21T02:00:00.000Z', how: 'registration' }],
  });
  expect((await read(await makePerson(app))).isAccepted).toBe(false);
});

describe('the tick of a registration', () => {
  const password = 'melon-taxi-2931';
  const register = async (agreedTerms: unknown) => {
    const email = `ticked-${crypto.randomUUID()}@learners.example`;
    const account = { email, password, passwordConfirm: password, name: 'Nurul Huda', agreedTerms };
    await app.guest().collection('users').create(account);
    const client = app.guest();
    await client.collection('users').authWithPassword(email, password);
    return client;
  };

  test('is an acceptance of the moment in which the account was made, and one only [97] [98]', async () => {
    const madeAt = new Date(app.clock.nowMs()).toISOString();
    const person = await register(1);
    app.clock.advance(1000);
    const agreed = { isAccepted: true, acceptances: [{ version: 1, accepted: madeAt, how: 'registration' }] };
    expect(await read(person)).toMatchObject(agreed);
    await accept(person, { version: 1, how: 'asked' });
    expect(await read(person)).toMatchObject(agreed);
  });

  test.each([0, 2, '1', null, true, undefined])('is none of another version or shape: %s', async (agreedTerms) => {
    expect(await read(await register(agreedTerms))).toMatchObject({ isAccepted: false, acceptances: [] });
  });
});

test('who agreed to an older version only is asked again', async () => {
  const person = await makePerson(app);
  const insert = `insert into terms_acceptances ("user", version, accepted, how) values ($1, 0, now(), 'asked')`;
  await app.db.query(insert, [person.id]);
  expect(await read(person)).toMatchObject({ isAccepted: false, acceptances: [{ version: 0 }] });
  await accept(person, { version: 1, how: 'asked' });
  const { isAccepted, acceptances } = await read(person);
  expect([isAccepted, acceptances.length]).toEqual([true, 2]);
});

test('only the version in force can be agreed to, in a known way, by a person', async () => {
  const person = await makePerson(app);
  expect((await refusalOf(accept(person, { version: 2, how: 'asked' }))).data).toMatchObject({
    version: { code: 'not_in_force' },
  });
  expect((await refusalOf(accept(person, { version: 1, how: 'by heart' }))).data).toMatchObject({
    how: { code: 'validation_in_invalid' },
  });
  expect((await refusalOf(accept(person, {}))).status).toBe(400);
  expect((await refusalOf(read(app.guest()))).status).toBe(401);
  expect((await refusalOf(accept(app.root, { version: 1, how: 'asked' }))).status).toBe(403);
});

test('what was agreed to is never changed or removed, but goes with its account', async () => {
  const person = await makePerson(app);
  await accept(person, { version: 1, how: 'asked' });
  const change = (sql: string) => app.db.query(sql, [person.id]);
  await expect(change(`update terms_acceptances set version = 2 where "user" = $1`)).rejects.toThrow('append-only');
  await expect(change('delete from terms_acceptances where "user" = $1')).rejects.toThrow('append-only');
  await expect(app.db.query('truncate terms_acceptances')).rejects.toThrow('append-only');
  await app.root.collection('users').delete(person.id);
  expect(await change('select 1 from terms_acceptances where "user" = $1')).toEqual([]);
});

test('booking over the API does not ask: the pages do', async () => {
  const person = await makePerson(app);
  const answer = await refusalOf(person.collection('lessons').create({}));
  expect(JSON.stringify(answer.data)).not.toContain('terms');
});
