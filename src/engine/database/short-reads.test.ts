import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { type Database, openDatabase } from './database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ connection: database.connection, times: { connectMs: 20_000, statementMs: () => 20_000 } });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const pidsOf = (rows: ReadonlyArray<ReadonlyArray<{ pid: number }>>) => rows.flat().map(({ pid }) => pid);
const askPid = () => db.readShortly<{ pid: number }>('select pg_backend_pid() as pid', [], 10_000);

test('what strangers think of is asked on four connections of its own, which are not kept for ever', async () => {
  const ask = () => db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const others = pidsOf(await Promise.all(Array.from({ length: 20 }, ask)));
  const own = new Set(pidsOf(await Promise.all(Array.from({ length: 40 }, askPid))));
  expect(own.size).toBeLessThanOrEqual(4);
  expect(others.filter((pid) => own.has(pid))).toEqual([]);
  const later = new Set(pidsOf(await Promise.all(Array.from({ length: 1000 }, askPid))));
  expect([...later].some((pid) => !own.has(pid))).toBe(true);
});

test('it leaves no prepared statement behind', async () => {
  for (let count = 0; count < 5; count++) await db.readShortly('select $1::int as n', [count], 10_000);
  const left = await db.readShortly('select name from pg_prepared_statements', [], 10_000);
  expect(left).toEqual([]);
});

test('it may not write, nor take longer than it may, and the next one is asked all the same', async () => {
  const write = db.readShortly('create table never (n int)', [], 10_000);
  await expect(write).rejects.toMatchObject({ code: '25006' });
  await expect(db.readShortly('select pg_sleep(60)', [], 50)).rejects.toMatchObject({ code: '57014' });
  expect((await askPid()).length).toBe(1);
});
