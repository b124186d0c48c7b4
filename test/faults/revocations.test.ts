import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { freePort } from '../../bin/lib/free-port.mjs';
import { type App, createApp } from '../../src/create-app.ts';
import { startMain, stopMains } from '../support/start-main.ts';

// Server B of these tests; server A is a process of its own that can be killed.
let app: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  app = await startApp();
  databaseUrl = String(app.connection.connectionString);
});
afterAll(async () => {
  await stopMains();
  await app.close();
});

const isSignedIn = async (client: PocketBase) =>
  (await client.collection('users').getList(1, 1, { skipTotal: true })).items.length === 1;

/** A server that dies with the first answer to `end`, as the process does that is killed just then. */
async function endOnDyingServer(end: (root: PocketBase) => Promise<unknown>): Promise<void> {
  const main = startMain({
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    DEMO: '0',
    CLOCK: '2026-11-21T10:00:00+08:00',
  });
  const root = new PocketBase(await main.ready).autoCancellation(false);
  root.authStore.save(app.root.authStore.token, app.root.authStore.record);
  root.afterSend = (response, data) => {
    main.child.kill('SIGKILL');
    expect(response.status).toBeLessThan(300);
    return data;
  };
  await end(root);
  expect(await main.ended).toBe('SIGKILL');
}

describe('[11.5] what one server ended as it was killed is over on the other', () => {
  const ends: Array<[string, (root: PocketBase, id: string) => Promise<unknown>]> = [
    ['a suspended account', (root, id) => root.collection('users').update(id, { suspended: true })],
    [
      'a new password',
      (root, id) =>
        root.collection('users').update(id, { password: 'another-one-1', passwordConfirm: 'another-one-1' }),
    ],
    ['a deleted account', (root, id) => root.collection('users').delete(id)],
  ];
  test.each(ends)('%s', async (_case, end) => {
    const person = await makePerson(app);
    expect(await isSignedIn(person)).toBe(true);
    await endOnDyingServer((root) => end(root, person.id));
    await expect.poll(() => isSignedIn(person)).toBe(false);
  });

  test('a role', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const rights = () =>
      admin.send('/api/marketplace/users', {}).then(
        () => true,
        () => false,
      );
    expect(await rights()).toBe(true);
    await endOnDyingServer((root) => root.collection('users').update(admin.id, { role: 'user' }));
    await expect.poll(rights).toBe(false);
  });
});

test('[11.5] a server that lost its listening connection hears of what was revoked meanwhile', async () => {
  const person = await makePerson(app);
  expect(await isSignedIn(person)).toBe(true);
  await app.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  );
  // As another server writes it, whose notification nobody hears.
  await app.db.query(`update users set "tokenKey" = "tokenKey" || 'x' where id = $1`, [person.id]);
  await expect.poll(() => isSignedIn(person)).toBe(false);
  // Its streams and its memory are whole again afterwards.
  const next = await makePerson(app);
  await expect.poll(() => isSignedIn(next)).toBe(true);
});

describe('[11.5] on a connection that only looks alive', () => {
  let server: App;
  let line: Awaited<ReturnType<typeof breakableLine>>;
  let dataDir: string;
  let url: string;

  beforeAll(async () => {
    line = await breakableLine(databaseUrl);
    dataDir = await mkdtemp(join(tmpdir(), 'kerbside-half-open-'));
    const { clock } = app;
    const log = createLogger('error');
    const connection = { connectionString: line.url };
    server = await createApp({ connection, clock, log, dataDir, publicUrl: app.url, isDevelopment: true });
    url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    line.mend();
    await server.close();
    line.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('revocations are read without a notification', async () => {
    const person = await makePerson(app);
    person.baseURL = url;
    expect(await isSignedIn(person)).toBe(true);
    line.muteListeners();
    await app.root.collection('users').update(person.id, { suspended: true });
    await expect.poll(() => isSignedIn(person)).toBe(false);
  });
});

/** A way to the database on which what is told to listeners can be held back, as in a network that drops packets without a word. */
async function breakableLine(target: string) {
  const { hostname, port, searchParams } = new URL(target);
  const socketFolder = searchParams.get('host');
  const listeners = new Set<Socket>();
  const open = new Set<Socket>();
  const proxy: Server = createServer((inside) => {
    const outside = socketFolder
      ? connect(join(socketFolder, `.s.PGSQL.${port || 5432}`))
      : connect(Number(port || 5432), hostname);
    for (const socket of [inside, outside]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        inside.destroy();
        outside.destroy();
      });
    }
    inside.on('data', (bytes) => {
      if (/listen "kerbside_changes"/.test(bytes.toString('latin1'))) listeners.add(outside);
      outside.write(bytes);
    });
    outside.on('data', (bytes) => inside.write(bytes));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  url.searchParams.delete('host');
  return {
    url: url.href,
    muteListeners() {
      for (const socket of listeners) socket.pause();
    },
    mend() {
      for (const socket of listeners) socket.resume();
    },
    close() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}
