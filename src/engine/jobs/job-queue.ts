import type { Queryable } from '../database/database.ts';

/** How often a job is tried: at once, and fifteen times more with growing pauses. */
export const mostTries = 16;

export type JobData = Record<string, unknown>;

/** What does a kind of job. */
export type JobHandler = {
  /** Does one job; may run twice for the same job, and beside other jobs of its kind. A throw makes it run again later. */
  run: (data: JobData) => Promise<void>;
  /**
   * The jobs that the product's own rows say are still to be done. Asked at every start: those that no queued job stands for are queued
   * again, so that nothing is lost that was added before the start or whose job gave up.
   */
  findWaiting?: () => Promise<JobData[]>;
  /**
   * Its jobs wait for strangers: each is taken and done by itself, five at a time, and of jobs with the same data one waits at most. For a new kind
   * only, as a queue keeps what it was made with.
   */
  isSlow?: boolean;
};

/** Work that is ready now (what is due later is a column that a sweeper looks up). */
export type JobQueue = {
  /** Registers the handler of a kind of job; call before `start`. */
  handle: (kind: string, handler: JobHandler) => void;
  /**
   * Queues jobs of a kind by one call, in the given transaction (or at once with the pool). While the queue is not started, a kind that finds its waiting jobs is
   * left to the next start; any other throws.
   */
  add: (db: Queryable, kind: string, ...all: JobData[]) => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};
