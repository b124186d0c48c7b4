import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from '../log.ts';
import type { JobQueue } from './job-queue.ts';

type Run = (data: Record<string, unknown>) => Promise<void>;

/**
 * A queue on pg-boss, whose tables are in the schema `pgboss`: workers are woken by NOTIFY, a failed job is tried five times more with growing
 * pauses. Jobs are added in the caller's transaction, so a change that did not happen queues nothing.
 */
export function createJobQueue({ connection, log }: { connection: pg.PoolConfig; log: Logger }): JobQueue {
  const handlers = new Map<string, Run>();
  let boss: PgBoss | undefined;
  return {
    handle: (kind, run) => void handlers.set(kind, run),
    async add(db, kind, data) {
      if (!boss) throw new Error('The job queue is not started.');
      const executeSql = async (text: string, values?: unknown[]) => ({ rows: await db.query(text, values ?? []) });
      await boss.send(kind, data, { db: { executeSql } });
    },
    async start() {
      const { host, port, user, password, database, connectionString } = connection;
      const given = { host, port, user, password, database, connectionString };
      const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const queue = new PgBoss({ ...present, max: 3, useListenNotify: true, application_name: 'kerbside jobs' });
      // A database that is away for a moment must not end the server; pg-boss tries again by itself.
      queue.on('error', (error) => log.warn({ err: error }, 'The job queue met an error.'));
      await queue.start();
      for (const [kind, run] of handlers) await work(queue, kind, run);
      boss = queue;
    },
    async stop() {
      await boss?.stop({ graceful: true, timeout: 5000 });
      boss = undefined;
    },
  };
}

async function work(queue: PgBoss, kind: string, run: Run): Promise<void> {
  await queue.createQueue(kind, { retryLimit: 5, retryDelay: 5, retryBackoff: true, notify: true });
  const options = { batchSize: 20, pollingIntervalSeconds: 2, burstWhenBatchFull: true, perJobResults: false };
  await queue.work<Record<string, unknown>>(kind, options, async (jobs) => {
    // Handlers are idempotent: when one of a batch fails, those before it run again without a second effect.
    for (const job of jobs) await run(job.data);
  });
}
