import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ batch: { enabled: true } });
});
afterAll(() => app.close());

type Sent = { status: number; data: Record<string, { code: string } | undefined> };

/** All the ways in which a body can name a field that is one of a list of words. */
const spellings = ['role', 'role+', '+role'];

const inJson = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const inForm = (body: Record<string, string>) => ({ body: new URLSearchParams(body) });
const inParts = (body: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  return { body: form };
};
const inPayload = (body: object) => inParts({ '@jsonPayload': JSON.stringify(body) });
const forms = { json: inJson, form: inForm, multipart: inParts, '@jsonPayload': inPayload };

let made = 0;
const account = () => ({
  email: `sly${++made}@kerbside.example`,
  password: 'learner-password',
  passwordConfirm: 'learner-password',
});

async function send(
  client: PocketBase,
  { method, path, ...init }: { method: string; path: string } & RequestInit,
): Promise<Sent & { id: string }> {
  const headers = { ...init.headers, ...(client.authStore.token ? { authorization: client.authStore.token } : {}) };
  const answer = await fetch(`${app.url}/api/${path}`, { ...init, method, headers });
  return { ...((await answer.json()) as { id: string; data: Sent['data'] }), status: answer.status };
}

const cases = Object.entries(forms).flatMap(([name, form]) => spellings.map((spelling) => ({ name, form, spelling })));

describe('[10.1.1] a role', () => {
  test.each(cases)('is not taken from whom makes an account: $spelling as $name', async ({ form, spelling }) => {
    const body = { ...account(), [spelling]: 'admin' };
    const answer = await send(app.guest(), { method: 'POST', path: 'collections/users/records', ...form(body) });
    expect([answer.status, answer.data.role?.code]).toEqual([400, 'role_not_allowed']);
  });

  test.each(cases)('is not taken from whose account it is: $spelling as $name', async ({ form, spelling }) => {
    const learner = await makePerson(app);
    const path = `collections/users/records/${learner.id}`;
    const answer = await send(learner, { method: 'PATCH', path, ...form({ [spelling]: 'admin' }) });
    // What is put before the one that is there stays without effect: of a single value the last counts.
    const expected = spelling === '+role' ? [200, undefined] : [400, 'role_not_allowed'];
    expect([answer.status, answer.data?.role?.code]).toEqual(expected);
    expect((await app.root.collection('users').getOne(learner.id)).role).toBe('user');
  });

  test.each(['role', 'role+'])('is not taken from a call of a batch: %s', async (spelling) => {
    const learner = await makePerson(app);
    const calls = [
      { method: 'POST', url: '/api/collections/users/records', body: { ...account(), [spelling]: 'admin' } },
      { method: 'PUT', url: '/api/collections/users/records', body: { id: learner.id, [spelling]: 'admin' } },
      { method: 'PATCH', url: `/api/collections/users/records/${learner.id}`, body: { [spelling]: 'admin' } },
    ];
    for (const call of calls) {
      const answer = await send(learner, { method: 'POST', path: 'batch', ...inJson({ requests: [call] }) });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.data)).toContain('role_not_allowed');
    }
    expect((await app.root.collection('users').getFullList({ filter: 'role = "admin"' })).length).toBe(0);
  });

  test('sent as it is changes nothing and is not refused', async () => {
    const { id } = await app
      .guest()
      .collection('users')
      .create({ ...account(), role: 'user', suspended: false });
    const learner = await makePerson(app);
    const changed = await learner.collection('users').update(learner.id, { role: 'user', 'role-': 'admin', bio: 'x' });
    expect([changed.role, changed.bio]).toEqual(['user', 'x']);
    expect((await app.root.collection('users').getOne(id)).role).toBe('user');
  });
});

test('[10.1.1] an id made from a beginning of one’s own has to be an id', async () => {
  const body = { ...account(), 'id:autogenerate': '../' };
  const answer = await send(app.guest(), { method: 'POST', path: 'collections/users/records', ...inJson(body) });
  expect([answer.status, answer.data.id?.code]).toEqual([400, expect.stringMatching(/^validation_/)]);
});
