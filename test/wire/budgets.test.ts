import { type ClientRequest, request as httpRequest } from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BudgetName } from '#engine/limits/budgets.ts';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
const path = '/api/collections/things/records';

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'things',
    type: 'base',
    createRule: '',
    updateRule: '',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'photos', type: 'file', maxSelect: 20, maxSize: 1000 },
      { name: 'facts', type: 'json', maxSize: 2000 },
    ],
  });
  const password = 'a password of theirs';
  await server.root.collections.create({ name: 'people', type: 'auth' });
  await server.root.collection('people').create({ email: 'p@example.com', password, passwordConfirm: password });
});
afterEach(() => allow({}));
afterAll(() => server.close());

/** The budgets that are set from now on; the others have their defaults. */
async function allow(budgets: Partial<Record<BudgetName, number>>): Promise<void> {
  const { budgets: before = {} } = server.engine.settings.current();
  const none = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  await server.root.settings.update({ budgets: { ...none, ...budgets } });
}

/** The token of somebody who is no superuser. */
async function signInPerson(): Promise<string> {
  const password = 'a password of theirs';
  const { token } = await server.guest.collection('people').authWithPassword('p@example.com', password);
  server.guest.authStore.clear();
  return token;
}

type Answer = [status: number, message: string | undefined];

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(server.url + path, { method: 'POST', body, headers });
  return [answer.status, (await answer.json()).message];
}

const json = (value: unknown, bytes = 0, more = {}) =>
  post(JSON.stringify(value).padEnd(bytes), { 'content-type': 'application/json', ...more });
const urlencoded = (text: string) => post(text, { 'content-type': 'application/x-www-form-urlencoded' });

function form(texts: number, files = 0): FormData {
  const data = new FormData();
  for (let count = 0; count < texts; count++) data.append('title', `text ${count}`);
  for (let count = 0; count < files; count++) data.append('photos', new File(['x'], `${count}.txt`));
  return data;
}

const ok: Answer = [200, undefined];
const tooLarge: Answer = [413, 'Request entity too large.'];
const unreadable: Answer = [400, 'Something went wrong while processing your request.'];

test('[11.2] guestBodyBytes, personBodyBytes and bodyBytes: a body has as many bytes, and not one more', async () => {
  const signedIn = { authorization: server.root.authStore.token };
  const person = { authorization: await signInPerson() };
  await allow({ guestBodyBytes: 500, personBodyBytes: 700, bodyBytes: 900 });
  // What the field of JSON may have comes on top; of a superuser's what the files may, too.
  expect(await json({ title: 'a' }, 2500)).toEqual(ok);
  expect(await json({ title: 'a' }, 2501)).toEqual(tooLarge);
  expect(await json({ title: 'a' }, 2700, person)).toEqual(ok);
  expect(await json({ title: 'a' }, 2701, person)).toEqual(tooLarge);
  expect(await json({ title: 'a' }, 22_900, signedIn)).toEqual(ok);
  expect(await json({ title: 'a' }, 22_901, signedIn)).toEqual(tooLarge);
});

test('[11.1] bodyKeys: a form has as many values, and not one more', async () => {
  await allow({ bodyKeys: 4 });
  expect(await urlencoded('title=a&title=b&title=c&title=d')).toEqual(ok);
  expect(await urlencoded('title=a&title=b&title=c&title=d&title=e')).toEqual(unreadable);
  expect(await post(form(4))).toEqual(ok);
  expect(await post(form(5))).toEqual(unreadable);
});

test('[11.2] bodyFiles: a form has as many files, and not one more', async () => {
  await allow({ bodyFiles: 3 });
  expect(await post(form(1, 3))).toEqual(ok);
  expect(await post(form(1, 4))).toEqual(unreadable);
});

test('[11.2] guestJsonElements, personJsonElements and jsonElements: JSON has as many values and names, also inside a form, and not one more', async () => {
  const [person, superuser] = [await signInPerson(), server.root.authStore.token];
  await allow({ guestJsonElements: 6, personJsonElements: 7, jsonElements: 12 });
  const payload = (value: object) => {
    const data = new FormData();
    data.append('@jsonPayload', JSON.stringify(value));
    return post(data);
  };
  for (const send of [json, payload]) {
    expect(await send({ facts: [1, 2, 3] })).toEqual(ok);
    expect(await send({ facts: [1, 2, 3, 4] })).toEqual(unreadable);
  }
  expect(await json({ facts: [1, 2, 3, 4] }, 0, { authorization: person })).toEqual(ok);
  expect(await json({ facts: [1, 2, 3, 4, 5] }, 0, { authorization: person })).toEqual(unreadable);
  expect(await json({ facts: Array(9).fill(1) }, 0, { authorization: superuser })).toEqual(ok);
  expect(await json({ facts: Array(10).fill(1) }, 0, { authorization: superuser })).toEqual(unreadable);
});

test('[11.2] jsonLevels: JSON has as many lists and objects inside each other, and not one more', async () => {
  await allow({ jsonLevels: 3 });
  expect(await json({ facts: [[1]] })).toEqual(ok);
  expect(await json({ facts: [[[1]]] })).toEqual([400, 'The JSON is nested too deeply.']);
});

test('[11.7] databaseMs: a statement that takes longer is ended by the database, and whoever waited for it may come again', async () => {
  const { id } = await server.root.collection('things').create({ title: 'one' });
  const change = () =>
    fetch(`${server.url}${path}/${id}`, {
      method: 'PATCH',
      body: '{"title":"two"}',
      headers: { 'content-type': 'application/json' },
    });
  await allow({ databaseMs: 300 });
  const other = new pg.Client(server.connection);
  await other.connect();
  // Connections that are open keep what they were opened with.
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect
    .poll(() => server.engine.db.query('show statement_timeout').catch(() => []))
    .toEqual([{ statement_timeout: '300ms' }]);
  await other.query('begin');
  await other.query('select from things where id = $1 for update', [id]);
  const refused = await change();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await other.query('rollback');
  await other.end();
  expect((await change()).status).toBe(200);
});

test('addressRequests: behind a proxy, too, an address has as many requests on their way, and not one more', async () => {
  const forwarded = (ip: string) => ({ 'x-forwarded-for': ip });
  await server.root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: false } });
  await allow({ addressRequests: 2 });
  const begin = () =>
    new Promise<ClientRequest>((resolve, reject) => {
      const headers = { ...forwarded('198.51.100.7'), 'content-type': 'application/json', 'content-length': '100' };
      const begun = httpRequest(server.url + path, { method: 'POST', headers: { ...headers, expect: '100-continue' } });
      begun.on('error', reject);
      // Taken in: the server waits for the body.
      begun.once('continue', () => resolve(begun.removeListener('error', reject).on('error', () => undefined)));
      begun.flushHeaders();
    });
  const statusFrom = async (ip: string) => (await fetch(server.url + path, { headers: forwarded(ip) })).status;
  const [first, second] = [await begin(), await begin()];
  try {
    expect(await json({ title: 'a' }, 0, forwarded('198.51.100.7'))).toEqual([
      429,
      'Too many requests come from your network at once. Try again in a moment.',
    ]);
    expect(await statusFrom('198.51.100.8')).not.toBe(429);
    first.destroy();
    await expect.poll(() => statusFrom('198.51.100.7')).not.toBe(429);
  } finally {
    second.destroy();
    await server.root.settings.update({ trustedProxy: { headers: [], useLeftmostIP: false } });
  }
});
