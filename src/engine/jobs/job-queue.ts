import type { Queryable } from '../database/database.ts';

/** Work that is ready now (what is due later is a column that a sweeper looks up). Handlers may run twice: make them idempotent. */
export type JobQueue = {
  /** Registers the handler of a kind of job; call before `start`. */
  handle: (kind: string, run: (data: Record<string, unknown>) => Promise<void>) => void;
  /** Queues a job in the given transaction (or at once with the pool). */
  add: (db: Queryable, kind: string, data: Record<string, unknown>) => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};
