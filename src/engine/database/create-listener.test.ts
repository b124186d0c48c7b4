import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { createListener } from './create-listener.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A way to the database of which some connections are taken and then say nothing. */
async function lead(isSwallowed: (connection: number) => boolean) {
  const { host = '', port = 5432 } = new pg.Client(database.connection as pg.ClientConfig);
  const sockets: Socket[] = [];
  let count = 0;
  const server = createServer((near) => {
    count++;
    sockets.push(near.on('error', () => {}));
    if (isSwallowed(count)) return;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.push(far.on('error', () => {}));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    port: address.port,
    taken: () => count,
    cut() {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    close: () => server.close(),
  };
}

test('a listening connection that a network swallows is given up, and the next one hears', async () => {
  const way = await lead((connection) => connection === 2);
  const { user, password, database: name } = new pg.Client(database.connection as pg.ClientConfig);
  const listener = createListener({ host: '127.0.0.1', port: way.port, user, password, database: name }, 300);
  const heard: string[] = [];
  const gaps: boolean[] = [];
  await listener.listen(
    'kerbside_try',
    (payload) => heard.push(payload),
    (isBack) => gaps.push(isBack),
  );
  way.cut();
  await expect.poll(() => gaps, { timeout: 15_000 }).toEqual([false, true]);
  expect(way.taken()).toBeGreaterThan(2);
  await database.db.query(`select pg_notify('kerbside_try', 'again')`);
  await expect.poll(() => heard).toEqual(['again']);
  await listener.close();
  way.cut();
  way.close();
});
