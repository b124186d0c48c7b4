import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { systemClock } from '../clock.ts';
import { createLogger } from '../log.ts';
import { createSweepers } from './sweepers.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('any number of sweepers that start together get the connections they need', async () => {
  const { db } = database;
  const sweepers = createSweepers({ db, clock: systemClock, log: createLogger('error') });
  const done: number[] = [];
  const names = Array.from({ length: 30 }, (_, index) => index);
  const run = async (index: number) => {
    // More at once than one connection.
    await Promise.all([db.query('select 1'), db.transaction((tx) => tx.query('select 2'))]);
    done.push(index);
  };
  sweepers.add(...names.map((index) => ({ name: `test-${index}`, everyMs: 3_600_000, run: () => run(index) })));
  sweepers.start();
  await expect.poll(() => done.length).toBe(30);
  await sweepers.stop();
});

test('[11.7] sweepers that wait for a service outside keep none of the others from running', async () => {
  const sweepers = createSweepers({ db: database.db, clock: systemClock, log: createLogger('error') });
  const hanging = Promise.withResolvers<void>();
  const done: string[] = [];
  for (const name of ['one', 'two', 'three', 'four'])
    sweepers.add({ name, everyMs: 3_600_000, asksOutside: true, run: () => hanging.promise });
  sweepers.add({ name: 'ours', everyMs: 3_600_000, run: async () => void done.push('ours') });
  sweepers.start();
  await expect.poll(() => done).toEqual(['ours']);
  hanging.resolve();
  await sweepers.stop();
});
