import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { createPool } from './time-limits.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
});

afterAll(() => database.drop());

test('[11.7] what a database says last, after its connection was let go as broken, ends nothing', async () => {
  const pool = createPool(database.connection, undefined);
  const client = await pool.connect();
  client.release(new Error('It does not answer.'));
  // Without a listener this throws, and from a socket it would end the process.
  expect(client.emit('error', new Error('terminating connection due to unexpected postmaster exit'))).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
