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

test('[26.47] two calls of a transaction at once are two statements, one after the other', async () => {
  const { db } = database;
  const warned: string[] = [];
  const listen = (warning: Error) => void warned.push(warning.message);
  process.on('warning', listen);
  const found = await db.transaction((tx) =>
    Promise.all([
      tx.query('select pg_sleep(0.05), 1 as n'),
      tx.query('select 2 as n'),
      tx.savepoint(() => tx.query('select 3 as n')),
    ]),
  );
  // A warning is told after what is due by then.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(found.map(([row]) => row?.n)).toEqual([1, 2, 3]);
  expect(warned).toEqual([]);
});

test('[26.47] of two savepoints at once the second is refused, and what was done is kept', async () => {
  const { db } = database;
  await db.query('create table nested (n integer)');
  const put = (n: number) => `insert into nested values (${n})`;
  await db.transaction(async (tx) => {
    const failing = tx.savepoint(async () => {
      await tx.query(put(1));
      await tx.savepoint(() => tx.query(put(2)));
      throw new Error('Not this one.');
    });
    await expect(tx.savepoint(() => tx.query(put(3)))).rejects.toThrow('Another savepoint');
    await expect(failing).rejects.toThrow('Not this one.');
    await tx.savepoint(() => tx.query(put(4)));
  });
  expect(await db.query('select n from nested')).toEqual([{ n: 4 }]);
});

test('[25.52] transactions that wait for something leave connections to single statements', async () => {
  const { db } = database;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const waiting = Array.from({ length: 40 }, () => db.transaction(() => held));
  expect(await db.query('select 1 as answered')).toEqual([{ answered: 1 }]);
  expect(db.connections().used).toBeLessThan(10);
  letGo();
  await Promise.all(waiting);
});
