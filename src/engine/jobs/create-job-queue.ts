import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Database, Queryable } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { type JobData, type JobHandler, type JobQueue, mostTries } from './job-queue.ts';
import { type JobConnections, openJobConnections } from './open-job-connections.ts';

type JobQueueOptions = { connection: pg.PoolConfig; log: Logger };
type Kind = { kind: string; handler: JobHandler };

const stopMs = 7000;
/** A mail server may be away for hours: about seven hours of tries, from seconds to an hour apart. */
const retries = { retryLimit: mostTries - 1, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };

/**
 * A queue on pg-boss, whose tables are in the schema `pgboss`: workers are woken by NOTIFY, a failed job is tried again with growing pauses.
 * Jobs are added in the caller's transaction, so a change that did not happen queues nothing.
 */
export function createJobQueue({ connection, log }: JobQueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>();
  let running: { boss: PgBoss; stop: () => Promise<void> } | undefined;
  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async add(queryable, kind, ...all) {
      if (all.length === 0) return;
      if (running) await send(running.boss, queryable, { kind, all, isSlow: handlers.get(kind)?.isSlow });
      else if (!handlers.get(kind)?.findWaiting) throw new Error('The job queue is not started.');
    },
    async start() {
      const connections = openJobConnections(connection);
      const boss = openBoss(connections.boss, log);
      const stop = async () => {
        await stopBoss(boss, log);
        await connections.close();
      };
      try {
        await boss.start();
        for (const [kind, handler] of handlers) {
          await boss.createQueue(kind, { ...retries, notify: true, ...(handler.isSlow ? { policy: 'short' } : {}) });
          await queueWaiting(boss, connections.db, { kind, handler });
          for (let place = 0; place < (handler.isSlow ? 5 : 1); place++) await work(boss, log, { kind, handler });
        }
      } catch (error) {
        await stop();
        throw error;
      }
      running = { boss, stop };
    },
    async stop() {
      const stopped = running;
      running = undefined;
      await stopped?.stop();
    },
  };
}

function openBoss(db: JobConnections['boss'], log: Logger): PgBoss {
  const boss = new PgBoss({ db, useListenNotify: true });
  // A database that is away for a moment must not end the server; pg-boss tries again by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue met an error.'));
  return boss;
}

type Sent = { kind: string; all: readonly JobData[]; isSlow?: boolean | undefined };

async function send(boss: PgBoss, db: Queryable, { kind, all, isSlow }: Sent): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => ({ rows: await db.query(text, values ?? []) });
  const jobs = all.map((data) => ({ data, ...retries, ...(isSlow ? { singletonKey: JSON.stringify(data) } : {}) }));
  await boss.insert(kind, jobs, { db: { executeSql } });
}

// Of servers that start together, the lock lets one queue a waiting job; the next one finds it queued.
async function queueWaiting(boss: PgBoss, db: Database, { kind, handler }: Kind): Promise<void> {
  if (!handler.findWaiting) return;
  const { findWaiting } = handler;
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`queue waiting ${kind}`]);
    const waiting = await findWaiting();
    const lost = await tx.query<{ data: JobData }>(
      `select waiting.data from (select text::jsonb as data from unnest($2::text[]) as text) as waiting
       where not exists (
         select 1 from pgboss.job j where j.name = $1 and j.state in ('created', 'retry', 'active') and j.data = waiting.data
       )`,
      [kind, waiting.map((data) => JSON.stringify(data))],
    );
    for (const { data } of lost) await send(boss, tx, { kind, all: [data], isSlow: handler.isSlow });
  });
}

// Jobs that are fetched together succeed and fail each by itself: one that can't be done holds no other up. Slow ones are fetched one by one, as a
// batch is done when the last of it is.
async function work(boss: PgBoss, log: Logger, { kind, handler }: Kind): Promise<void> {
  const options = {
    ...(handler.isSlow ? { batchSize: 1 } : { batchSize: 5, burstWhenBatchFull: true }),
    pollingIntervalSeconds: 2,
    perJobResults: true,
  } as const;
  let worker: string | undefined;
  worker = await boss.work<JobData, JobResult[], typeof options>(kind, options, (jobs) => {
    // Who took one job looks for the next as soon as this one is done.
    if (handler.isSlow && worker !== undefined) boss.notifyWorker(worker);
    return Promise.all(
      jobs.map(async ({ id, data }): Promise<JobResult> => {
        try {
          await handler.run(data);
          return { id, status: 'completed' };
        } catch (error) {
          log.warn({ err: error, kind, job: id }, 'A job failed and will be tried again.');
          return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } };
        }
      }),
    );
  });
}

// The server ends whatever the queue's database does: a job that was running is taken up again when its time is over.
async function stopBoss(boss: PgBoss, log: Logger): Promise<void> {
  try {
    const stopped = boss.stop({ graceful: true, timeout: 5000 });
    // A database that says nothing would keep it waiting; the connections are ended next.
    await Promise.race([stopped, setTimeout(stopMs, undefined, { ref: false })]);
  } catch (error) {
    log.warn({ err: error }, 'The job queue did not stop cleanly.');
  }
}
