import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from './database/database.ts';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.ts';
import { describeStartError } from './describe-start-error.ts';

const servers: Array<ReturnType<typeof createServer>> = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listen(port: number, host: string): Promise<unknown> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address()));
  });
}

test('a port in use is named, with the way out', async () => {
  const { port } = (await listen(0, '127.0.0.1')) as { port: number };
  const error = await listen(port, '127.0.0.1').catch((reason: unknown) => reason);
  expect(describeStartError(error)).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program; stop that one, or set PORT to another number.`,
  );
});

test('an address that the machine does not have is named', async () => {
  const error = await listen(0, '203.0.113.1').catch((reason: unknown) => reason);
  expect(describeStartError(error)).toMatch(/^This machine has no address 203\.0\.113\.1; set HOST/);
});

test('a database that nobody answers for is named without its password', async () => {
  const db = openDatabase({ connection: { connectionString: 'postgresql://me:hunter2@127.0.0.1:1/db' } });
  const error = await db.query('select 1').catch((reason: unknown) => reason);
  await db.close();
  expect(describeStartError(error)).toBe(
    "The database at 127.0.0.1:1 can't be reached (ECONNREFUSED); see DATABASE_URL.",
  );
});

test('an error of the embedded database says itself what is wrong', () => {
  expect(describeStartError(new EmbeddedPostgresError('It is held by another.'))).toBe('It is held by another.');
});

test('a fault of ours is not dressed up as something the operator can change', () => {
  expect(describeStartError(new TypeError('x is undefined'))).toBeUndefined();
  expect(describeStartError('text')).toBeUndefined();
});
