import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { systemClock } from '../clock.ts';
import { createClockWatch } from '../database/clock-watch.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLogger } from '../log.ts';
import { createSweepers } from './sweepers.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => void vi.useRealTimers());

test('any number of sweepers that start together get the connections they need', async () => {
  const { db } = database;
  const sweepers = createSweepers({ db, clock: systemClock, log: createLogger('error') });
  const done = new Set<number>();
  const names = Array.from({ length: 30 }, (_, index) => index);
  const run = async (index: number) => {
    // More at once than one connection.
    await Promise.all([db.query('select 1'), db.transaction((tx) => tx.query('select 2'))]);
    done.add(index);
  };
  sweepers.add(...names.map((index) => ({ name: `test-${index}`, everyMs: 3_600_000, run: () => run(index) })));
  sweepers.start();
  await expect.poll(() => done.size).toBe(30);
  await sweepers.stop();
});

test('sweepers with the same interval do not come at the same moment: each would need connections of its own', async () => {
  const sweepers = createSweepers({ db: database.db, clock: systemClock, log: createLogger('error') });
  const ran: string[] = [];
  const run = (name: string) => async () => void ran.push(name);
  const names = ['one', 'two', 'three', 'four'];
  sweepers.add(...names.map((name) => ({ name, everyMs: 5000, run: run(name) })));
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  sweepers.start();
  await expect.poll(() => ran.length).toBe(8);
  ran.splice(0);
  vi.advanceTimersByTime(5000 - 1250);
  for (const name of names) {
    vi.advanceTimersByTime(1250);
    await expect.poll(() => ran).toEqual(names.slice(0, names.indexOf(name) + 1));
  }
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
  await expect.poll(() => done).toEqual(['ours', 'ours']);
  hanging.resolve();
  await sweepers.stop();
});

test('what a sweeper makes due for one that ran before it is done at once, not an interval later', async () => {
  const sweepers = createSweepers({ db: database.db, clock: systemClock, log: createLogger('error') });
  const closed: string[] = [];
  const paidOut: string[] = [];
  const payOut = async () => void paidOut.push(...closed.splice(0));
  const close = async () => {
    if (paidOut.length === 0) closed.push('a lesson');
  };
  sweepers.add({ name: 'pay-out', everyMs: 3_600_000, asksOutside: true, run: payOut });
  sweepers.add({ name: 'others', everyMs: 3_600_000, run: async () => {} });
  sweepers.add({ name: 'close', everyMs: 3_600_000, run: close });
  sweepers.start();
  await expect.poll(() => paidOut).toContain('a lesson');
  await sweepers.stop();
});

test('a sweeper that waits for a service outside keeps no transaction open, and no other server does its work meanwhile', async () => {
  const { db, connection } = database;
  const others = openDatabase({ connection });
  const ran: string[] = [];
  const serverOf = (server: Database, run: () => Promise<void>) => {
    const sweepers = createSweepers({ db: server, clock: systemClock, log: createLogger('error') });
    sweepers.add({ name: 'asks-outside', everyMs: 3_600_000, asksOutside: true, run });
    return sweepers;
  };
  const hanging = Promise.withResolvers<void>();
  const first = serverOf(db, async () => {
    ran.push('first');
    await hanging.promise;
  });
  const second = serverOf(others, async () => void ran.push('second'));
  const work = first.runDue();
  await expect.poll(() => ran).toEqual(['first']);
  const open = await db.query(
    `select state, query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  );
  expect(open).toEqual([]);
  await second.runDue();
  expect(ran).toEqual(['first']);
  hanging.resolve();
  await work;
  await second.runDue();
  expect(ran).toEqual(['first', 'second']);
  await others.close();
});

test('a sweeper that fails gives its turn back to every server', async () => {
  const { db } = database;
  await expect(db.holdLock('failing', () => Promise.reject(new Error('once')))).rejects.toThrow('once');
  expect(await db.holdLock('failing', async () => {})).toBe(true);
});

test('a sweeper whose connection is lost goes on to its end, and another server may do the same work meanwhile', async () => {
  const { db } = database;
  const holding = Promise.withResolvers<void>();
  let isRunning = false;
  const work = db.holdLock('cut-off', async () => {
    isRunning = true;
    await holding.promise;
    await db.query('select 1');
  });
  await expect.poll(() => isRunning).toBe(true);
  expect(await db.holdLock('cut-off', async () => {})).toBe(false);
  // Of this database alone: other test files run on the same server.
  const ended = await db.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(ended).toHaveLength(1);
  await expect.poll(() => db.holdLock('cut-off', async () => {})).toBe(true);
  holding.resolve();
  expect(await work).toBe(true);
  expect(await db.holdLock('cut-off', async () => {})).toBe(true);
});

test.each([
  [20 * 60_000, 0],
  [-6000, 0],
  [4000, 1],
  [0, 1],
])(
  '[25.16] of a machine that is %i ms ahead of the database a sweep is done %i times, whatever the product’s time',
  async (aheadMs, times) => {
    const { db } = database;
    const log = createLogger('silent');
    const machine = { nowMs: () => systemClock.nowMs() + aheadMs };
    const swept: boolean[] = [];
    const sweepers = createSweepers({
      db,
      log,
      clock: { nowMs: () => Date.parse('2031-01-01T00:00:00Z') },
      clockWatch: createClockWatch({ db, log, machine }),
      onSwept: ({ isDone }) => void swept.push(isDone),
    });
    let runs = 0;
    sweepers.add({ name: `clocks-${aheadMs}`, everyMs: 3_600_000, run: async () => void runs++ });
    await sweepers.runDue();
    expect([runs, swept]).toEqual([times, [times === 1]]);
    await sweepers.stop();
  },
);
