import type { Caller } from '../http/body-limits.ts';

/** The account or network that work is done for. A caller has one piece of work done at a time; networks take turns by the processor time that they used. */
export type WorkCaller = Pick<Caller, 'name' | 'network'> & Partial<Pick<Caller, 'isGuest'>>;

export type WorkLimits = {
  /** Of the processor's time. */
  withinMs: number;
  /** Of the whole process, with the 80 MB that it has before it begins. */
  memoryMb: number;
};

export type WorkOptions = {
  by: WorkCaller;
  limits: WorkLimits;
  /** Ends the work, or the waiting for its turn, with its reason as the error. */
  signal?: AbortSignal | undefined;
};

/** Does what decodes, draws or parses bytes of strangers, in processes beside the server's. */
export type ForeignWork = {
  /**
   * Calls the function `work` that a module exports with a question, which is made when its turn has come, and answers what it answers. Throws
   * `WorkKilled` when its process had to be ended or ended by itself, what `work` throws, and 429 or 503 where too much waits already.
   */
  run: <A>(module: URL, ask: () => unknown, options: WorkOptions) => Promise<A>;
};

/** The work took more time or memory than it may, or brought its process down. */
export class WorkKilled extends Error {
  override readonly name = 'WorkKilled';
}
