import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askProvider } from './ask-provider.ts';

type Seen = { method: string; path: string; headers: Record<string, unknown>; body: string };

const email = 'mei@example.com';
const viewer = { id: 'u1', name: 'Mei', email, active: true };
const answers: Record<string, unknown> = {
  '/token': { access_token: 'at' },
  '/github': { id: 7, login: 'mei' },
  '/github/emails': [{ email, verified: true, primary: true }],
  '/quiet': { id: 7, login: 'mei' },
  '/linear': { data: { viewer } },
  '/twitch': { data: [{ id: 'u1', email }] },
};
let calls: Seen[] = [];
const server = createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request;
  calls.push({ method, path, headers, body: await text(request) });
  if (path === '/endless') {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const piece of endless()) {
      if (response.destroyed) break;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
    return;
  }
  const answer = answers[path];
  response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
});
let base = '';
let sent = 0;

/** As much as somebody takes, and no more than would fill a server. */
function* endless() {
  for (sent = 0; sent < 64; sent++) yield 'x'.repeat(1024 * 1024);
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => server.close());

async function ask(name: string, path = `/${name}`) {
  calls = [];
  const config = { name, clientId: 'cid', clientSecret: 's', tokenURL: `${base}/token`, userInfoURL: base + path };
  const { user } = await askProvider({ config, code: 'c', codeVerifier: '', redirectURL: '', nowMs: 0 });
  return { user, asked: calls.slice(1) };
}

test('addresses that a provider tells apart are asked apart, and who may not read them has none', async () => {
  const { user, asked } = await ask('github');
  expect(user).toMatchObject({ id: '7', email });
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/github', 'Bearer at'],
    ['/github/emails', 'Bearer at'],
  ]);
  expect((await ask('github', '/quiet')).user).toMatchObject({ id: '7', email: '' });
});

test('GraphQL providers are asked by their question, others with the heads that they want', async () => {
  const { user, asked } = await ask('linear');
  expect(user).toMatchObject({ id: 'u1', name: 'Mei', email: '' });
  expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(asked[0]?.body ?? '').query).toContain('viewer');
  expect((await ask('twitch')).asked[0]).toMatchObject({ method: 'GET', headers: { 'client-id': 'cid' } });
});

test('an answer that goes on and on is given up, and not kept in memory', async () => {
  await expect(ask('github', '/endless')).rejects.toThrow('The provider could not be asked.');
  expect(sent).toBeLessThan(32);
});
