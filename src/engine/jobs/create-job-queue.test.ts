import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { createLogger } from '../log.ts';
import { createJobQueue } from './create-job-queue.ts';
import type { JobData, JobQueue } from './job-queue.ts';

let database: TestDatabase;
const queues: JobQueue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop();
});
afterAll(() => database.drop());

function openQueue(): JobQueue {
  const queue = createJobQueue({ connection: database.connection, log: createLogger('silent') });
  queues.push(queue);
  return queue;
}

/** A started queue that writes down what it did of a kind. */
async function startQueue(kind: string, run: (data: JobData) => Promise<void> = async () => {}) {
  const queue = openQueue();
  const done: unknown[] = [];
  queue.handle(kind, {
    async run(data) {
      await run(data);
      done.push(data.at);
    },
  });
  await queue.start();
  return { queue, done };
}

describe('adding jobs', () => {
  it('runs a job as soon as its transaction is committed, and not before', async () => {
    const { queue, done } = await startQueue('commit');
    await database.db.transaction(async (tx) => {
      await queue.add(tx, 'commit', { at: 1 });
      await queue.add(database.db, 'commit', { at: 2 });
      await expect.poll(() => done).toEqual([2]);
    });
    // Far sooner than the 30 seconds of polling: the commit's notification woke the worker.
    await expect.poll(() => done).toEqual([2, 1]);
  });

  it('queues nothing when the transaction is undone', async () => {
    const { queue, done } = await startQueue('undone');
    const undone = database.db.transaction(async (tx) => {
      await queue.add(tx, 'undone', { at: 1 });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await queue.add(database.db, 'undone', { at: 2 });
    await expect.poll(() => done).toEqual([2]);
    expect(await database.db.query(`select 1 from pgboss.job where name = 'undone'`)).toHaveLength(1);
  });

  it('works through more jobs than are fetched at once', async () => {
    const { queue, done } = await startQueue('many');
    const all = Array.from({ length: 60 }, (_, at) => at);
    await database.db.transaction(async (tx) => {
      for (const at of all) await queue.add(tx, 'many', { at });
    });
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(60);
    expect(new Set(done)).toEqual(new Set(all));
  });

  it('refuses a job that nothing would bring back while it is not started', async () => {
    const queue = openQueue();
    queue.handle('early', { run: async () => {} });
    await expect(queue.add(database.db, 'early', {})).rejects.toThrow('The job queue is not started.');
  });
});

describe('failures', () => {
  it('a job that fails holds up no other and is kept to be tried again', async () => {
    const { queue, done } = await startQueue('failing', async ({ at }) => {
      if (at === 2) throw new Error('not now');
    });
    await database.db.transaction(async (tx) => {
      for (const at of [1, 2, 3, 4]) await queue.add(tx, 'failing', { at });
    });
    const states = () =>
      database.db.query(`select state, count(*) from pgboss.job where name = 'failing' group by 1 order by 1`);
    await expect.poll(states).toEqual([
      { state: 'retry', count: 1 },
      { state: 'completed', count: 3 },
    ]);
    expect(new Set(done)).toEqual(new Set([1, 3, 4]));
  });

  const cutConnections = () =>
    database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kerbside jobs' and datname = current_database()`,
    );

  it('goes on when the database cut its connections', async () => {
    const { queue, done } = await startQueue('cut');
    // Until here the queue's own settings are known to it, so that adding needs none of the cut connections.
    await queue.add(database.db, 'cut', { at: 1 });
    await expect.poll(() => done).toEqual([1]);
    expect(await cutConnections()).not.toHaveLength(0);
    await queue.add(database.db, 'cut', { at: 2 });
    await expect.poll(() => done, { timeout: 15_000 }).toEqual([1, 2]);
  });

  it('stops while the database cuts its connections', async () => {
    for (let round = 0; round < 5; round++) {
      const { queue } = await startQueue('cut');
      const cutting = cutConnections();
      await expect(queue.stop()).resolves.toBeUndefined();
      await cutting;
    }
  });

  it('stops though its database is gone', async () => {
    const other = await createTestDatabase();
    const queue = createJobQueue({ connection: other.connection, log: createLogger('silent') });
    queue.handle('gone', { run: async () => {} });
    await queue.start();
    await other.drop();
    await expect(queue.stop()).resolves.toBeUndefined();
  });
});

describe('waiting work', () => {
  it('queues at the start what its rows say is still to be done, once, however many servers start', async () => {
    const done: unknown[] = [];
    const started = Promise.withResolvers<void>();
    const openWaiting = () => {
      const queue = openQueue();
      queue.handle('waiting', {
        async run({ at }) {
          await started.promise;
          done.push(at);
        },
        findWaiting: async () => [{ at: 1 }, { at: 2 }],
      });
      return queue;
    };
    const [first, second] = [openWaiting(), openWaiting()];
    await expect(first.add(database.db, 'waiting', { at: 1 })).resolves.toBeUndefined();
    await Promise.all([first.start(), second.start()]);
    started.resolve();
    const states = () => database.db.query(`select state, count(*) from pgboss.job where name = 'waiting' group by 1`);
    await expect.poll(states).toEqual([{ state: 'completed', count: 2 }]);
    expect(done.sort()).toEqual([1, 2]);
  });

  it('leaves alone what a queued job stands for', async () => {
    const { queue } = await startQueue('known');
    await queue.stop();
    await database.db.query(
      `insert into pgboss.job (name, data, start_after) values ('known', '{"at": 1}', now() + interval '1 day')`,
    );
    const again = openQueue();
    again.handle('known', { run: async () => {}, findWaiting: async () => [{ at: 1 }, { at: 2 }] });
    await again.start();
    const rows = await database.db.query(`select data from pgboss.job where name = 'known' order by data->>'at'`);
    expect(rows).toEqual([{ data: { at: 1 } }, { data: { at: 2 } }]);
  });
});

describe('jobs of a slow kind', () => {
  it('are each done by themselves: one that takes its time holds no other up, and the others go on without a pause', async () => {
    const held = Promise.withResolvers<void>();
    const queue = openQueue();
    const done: unknown[] = [];
    queue.handle('slow', {
      isSlow: true,
      async run({ at }) {
        if (Number(at) < 4) await held.promise;
        done.push(at);
      },
    });
    await queue.start();
    await database.db.transaction(async (tx) => {
      for (let at = 0; at < 12; at++) await queue.add(tx, 'slow', { at });
    });
    // Others may end in any order: each is a job of its own.
    await expect.poll(() => new Set(done), { timeout: 10_000 }).toEqual(new Set([4, 5, 6, 7, 8, 9, 10, 11]));
    held.resolve();
    await expect.poll(() => done.length).toBe(12);
  });

  it('wait once at most, however often they are asked for', async () => {
    const held = Promise.withResolvers<void>();
    const queue = openQueue();
    let runs = 0;
    queue.handle('once', {
      isSlow: true,
      async run() {
        runs += 1;
        await held.promise;
      },
    });
    await queue.start();
    await queue.add(database.db, 'once', { at: 1 });
    await expect.poll(() => runs).toBe(1);
    await database.db.transaction(async (tx) => {
      for (let times = 0; times < 5; times++) await queue.add(tx, 'once', { at: 1 });
    });
    const [{ jobs } = { jobs: 0 }] = await database.db.query<{ jobs: number }>(
      `select count(*)::integer as jobs from pgboss.job where name = 'once'`,
    );
    expect(jobs).toBe(2);
    held.resolve();
    await expect.poll(() => runs).toBe(2);
  });
});
