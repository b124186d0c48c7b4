import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { type StallingProxy, startStallingProxy } from '#support/stalling-proxy.ts';

/** Short, so that the tests need not wait long; that the server ends waiting at all is what they ask. */
const databaseTimes = { connectMs: 500, statementMs: () => 500 };

let home: EngineServer;
let proxy: StallingProxy;
let server: EngineServer;

beforeAll(async () => {
  home = await startEngineServer();
  await home.root.collections.create({ name: 'things', type: 'base', listRule: '', createRule: '', fields: [] });
  proxy = await startStallingProxy(home.connection.connectionString ?? '');
  server = await startEngineServer({ beside: { ...home, connection: proxy.connection }, databaseTimes });
});

afterEach(() => proxy.resume());

afterAll(async () => {
  await server.close();
  await proxy.close();
  await home.close();
});

const ask = async (path: string, init?: RequestInit) => {
  const answer = await fetch(server.url + path, init);
  const body = (await answer.json()) as { message: string };
  return { status: answer.status, wait: answer.headers.get('Retry-After'), message: body.message };
};
const list = () => ask('/api/collections/things/records');
const create = () => ask('/api/collections/things/records', { method: 'POST' });
const away = { status: 503, wait: '5', message: 'The database is busy or away at the moment.' };

/** The first answer that is no refusal for the database's sake. */
async function whenBack() {
  for (;;) {
    const answer = await list();
    if (answer.status !== 503) return answer;
  }
}

describe.each(['stall', 'cut'] as const)('[11.7] a database whose connections %s', (fault) => {
  test('answers reads and writes with 503 and when to come again, and then serves as before', async () => {
    expect((await list()).status).toBe(200);
    proxy[fault]();
    expect(await Promise.all([list(), create(), list()])).toEqual([away, away, away]);
    proxy.resume();
    expect((await whenBack()).status).toBe(200);
  });

  test('[10.1.13] leaves the process alive and not ready', async () => {
    expect((await ask('/api/health/ready')).status).toBe(200);
    proxy[fault]();
    expect((await ask('/api/health')).status).toBe(200);
    expect(await ask('/api/health/ready')).toEqual({ status: 503, wait: '3', message: 'The server is not ready.' });
    proxy.resume();
    expect((await whenBack()).status).toBe(200);
    expect((await ask('/api/health/ready')).status).toBe(200);
  });

  test('does not keep the server from ending', async () => {
    const third = await startEngineServer({ beside: { ...home, connection: proxy.connection }, databaseTimes });
    const asked = fetch(`${third.url}/api/collections/things/records`).catch(() => undefined);
    proxy[fault]();
    await third.close();
    await asked;
  });
});

test('[10.1.13] a statement that takes too long is ended by the database, and refused', async () => {
  await expect(server.engine.db.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  const long = server.engine.db.transaction((tx) => tx.query('select pg_sleep(0.8)'), { isLong: true });
  await expect(long).resolves.toHaveLength(1);
});
