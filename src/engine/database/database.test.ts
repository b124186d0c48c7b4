import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#support/postgres.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const tables = () => database.db.query(`select 1 from pg_tables where tablename = 'smuggled'`);

test('one text is one statement, also once there are more texts than are given names', async () => {
  const { db } = database;
  const several = (n: number) => `select ${n}; create table smuggled (id integer)`;
  await expect(db.query(several(0))).rejects.toThrow('cannot insert multiple commands');
  for (let n = 0; n < 510; n++) await db.query(`select ${n} as "n${n}"`);
  await expect(db.query(several(1))).rejects.toThrow('cannot insert multiple commands');
  await expect(db.transaction((tx) => tx.query(several(2)))).rejects.toThrow('cannot insert multiple commands');
  expect(await tables()).toEqual([]);
});
