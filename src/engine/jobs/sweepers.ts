import type { Clock } from '../clock.ts';
import { createTurns } from '../create-turns.ts';
import type { ClockWatch } from '../database/clock-watch.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';

/** Work that looks up what is due by the product's clock and does it, oldest first; running it twice, also at the same moment, must be harmless. */
export type Sweeper = {
  name: string;
  everyMs: number;
  /** It waits for a service that is not ours: those take turns of their own, so that one that hangs keeps nothing else from running. */
  asksOutside?: true;
  run: (nowMs: number) => Promise<void>;
};

export type Sweepers = {
  add: (...sweepers: Sweeper[]) => void;
  /**
   * Runs every sweeper now, once more when all that wait for nobody outside are done, as what one finishes may be due for another, then each on its interval.
   */
  start: () => void;
  /** Does everything that is due now and comes back when it is done. */
  runDue: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A sweep that came to its end (`isDone`) or failed; `nowMs` is the time it looked by, `everyMs` its interval. */
export type Swept = { name: string; nowMs: number; everyMs: number; isDone: boolean };

type SweeperParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  onSwept?: (swept: Swept) => void;
  /** Without one no clocks are compared. */
  clockWatch?: Pick<ClockWatch, 'isTooFar'>;
};

/** Each that runs holds a connection for its lock and needs others for its work: without a bound they would wait for each other for ever. */
const maxAtOnce = 3;
const maxOutside = 1;
/**
 * Intervals begin spread over this time: those that are as long would otherwise come at the same moment for ever, each with connections of its own, and the
 * process behind a connection keeps the memory that its work once took.
 */
const spreadMs = 5000;

/** Runs sweepers on this server, a few at a time, in the order they became due. Of several servers one does a sweep at a time; a failing one is logged and tried again. */
export function createSweepers({ db, clock, log, onSwept, clockWatch }: SweeperParts): Sweepers {
  const sweepers: Sweeper[] = [];
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  let isStopped = false;
  const [ownTurns, outsideTurns] = [createTurns(maxAtOnce), createTurns(maxOutside)];

  async function sweep(sweeper: Sweeper): Promise<void> {
    const current = running.get(sweeper.name);
    if (current) return current;
    const { name, everyMs, asksOutside } = sweeper;
    const inTurn = asksOutside ? outsideTurns : ownTurns;
    const work = inTurn(async () => {
      // Of a server whose clock is wrong the sweeps would end what other servers hold.
      if (await clockWatch?.isTooFar())
        throw new Error('The clocks of this server and of its database are too far apart.');
      const nowMs = clock.nowMs();
      // The sweeper's own writes commit one by one, and what it asks outside is asked in no transaction.
      await db.holdLock(name, () => sweeper.run(nowMs));
      onSwept?.({ name, nowMs, everyMs, isDone: true });
    })
      .catch((error: unknown) => {
        log.error({ err: error, sweeper: name }, 'A sweeper failed and will be tried again.');
        onSwept?.({ name, nowMs: clock.nowMs(), everyMs, isDone: false });
      })
      .finally(() => running.delete(sweeper.name));
    running.set(sweeper.name, work);
    return work;
  }

  return {
    add: (...more) => void sweepers.push(...more),
    start() {
      const first = sweepers.map((sweeper) => ({ sweeper, done: sweep(sweeper) }));
      const ours = Promise.all(first.flatMap(({ sweeper, done }) => (sweeper.asksOutside ? [] : [done])));
      for (const [place, { sweeper, done }] of first.entries()) {
        const begin = () => timers.push(setInterval(() => void sweep(sweeper), sweeper.everyMs).unref());
        timers.push(setTimeout(begin, (place * spreadMs) / first.length).unref());
        const work = Promise.all([done, ours]);
        void work.then(() => (isStopped ? undefined : sweep(sweeper)));
      }
    },
    async runDue() {
      for (const sweeper of sweepers) await sweep(sweeper);
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
