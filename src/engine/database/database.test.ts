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

test('a transaction whose statements were prepared for other columns is run again, and done', async () => {
  const { db } = database;
  db.forgetStatements();
  const text = 'insert into retyped (x) values ($1) returning *';
  const insert = (value: unknown) => db.transaction(async (tx) => (await tx.query(text, [value]))[0]);
  await db.query('create table retyped (x text)');
  for (const value of ['a', 'b', 'c']) await insert(value);
  await db.query('drop table retyped');
  await db.query('create table retyped (x double precision)');
  expect(await insert(5)).toEqual({ x: 5 });
  await db.query('alter table retyped add y int');
  expect(await insert(6)).toEqual({ x: 6, y: null });
});

test('a connection stays open when the database refuses a statement', async () => {
  const { db } = database;
  const pid = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const before = await pid();
  await expect(db.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
});

test('what connections keep of statements under old names has an end', async () => {
  const { db } = database;
  const kept: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (let n = 0; n < 100; n++) await db.query(`select ${n} as "old${n}"`);
    const [row] = await db.query<{ kept: number }>('select count(*) as kept from pg_prepared_statements');
    kept.push(row?.kept ?? 0);
    db.forgetStatements();
  }
  expect(Math.max(...kept)).toBeGreaterThan(400);
  expect(Math.max(...kept)).toBeLessThan(1100);
  expect(kept.at(-1)).toBeLessThan(1100);
});
