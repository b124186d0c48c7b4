import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from '../log.ts';
import type { JobQueue } from './job-queue.ts';

/** A queue on pg-boss in the schema `pgboss`: woken by NOTIFY, three retries with backoff, jobs enqueued in the caller's transaction. */
export function createJobQueue({ connection, log }: { connection: pg.PoolConfig; log: Logger }): JobQueue {
  const handlers = new Map<string, (data: Record<string, unknown>) => Promise<void>>();
  let boss: PgBoss | undefined;
  return {
    handle: (kind, run) => void handlers.set(kind, run),
    async add(db, kind, data) {
      await boss?.send(kind, data, {
        db: { executeSql: async (text, values) => ({ rows: await db.query(text, values) }) },
      });
    },
    async start() {
      boss = new PgBoss({ ...connection, max: 3 } as PgBoss.ConstructorOptions);
      // A database that is away for a moment must not end the server; pg-boss tries again by itself.
      boss.on('error', (error) => log.warn({ err: error }, 'The job queue met an error.'));
      await boss.start();
      for (const [kind, run] of handlers) {
        await boss.createQueue(kind, { retryLimit: 3, retryBackoff: true, retryDelay: 5 });
        await boss.work(kind, { batchSize: 20, pollingIntervalSeconds: 0.5 }, async (jobs) => {
          for (const job of jobs) await run(job.data as Record<string, unknown>);
        });
      }
    },
    async stop() {
      await boss?.stop({ graceful: true, timeout: 5000 });
      boss = undefined;
    },
  };
}
