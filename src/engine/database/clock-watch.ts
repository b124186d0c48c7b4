import { type Clock, systemClock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Queryable } from './database.ts';

/** From here on an operator is told. */
const warnMs = 1000;
/** From here on nothing is done that is due by the clock. */
const refuseMs = 5000;
/** An answer is good for so long, by the machine's clock. */
const keptMs = 10_000;
const tries = 3;

/** How far the machine's clock and the database's are apart, which all servers of a database share. */
export type ClockWatch = {
  /** Milliseconds that the machine is ahead; undefined while the database does not say. */
  aheadMs: () => Promise<number | undefined>;
  /** Whether they are so far apart that a sweep would end what is not over, or leave what is. */
  isTooFar: () => Promise<boolean>;
  /** What was measured last, where an operator is told of it; 0 where not, and before anything was measured. */
  toldAheadMs: () => number;
};

/**
 * The product's clock as the database's goes: all servers of a database decide by one time, so that none ends what was held at another. A difference that
 * nobody is told of is left alone.
 */
export function followDatabase(clock: Clock, { toldAheadMs }: Pick<ClockWatch, 'toldAheadMs'>): Clock {
  return { nowMs: () => clock.nowMs() - toldAheadMs() };
}

/** Whether a difference is one to tell of. */
export function isApart(aheadMs: number): boolean {
  return Math.abs(aheadMs) > warnMs;
}

/**
 * Milliseconds that the machine's clock is ahead of the database's, at least: what the question took is on neither side. Machine time is compared, never the
 * product's, which may be moved.
 */
export async function measureAhead(db: Pick<Queryable, 'query'>, machine: Clock = systemClock): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let ahead = 0;
  for (let count = 0; count < tries; count++) {
    const sentMs = machine.nowMs();
    const [row] = await db.query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`,
    );
    const tookMs = machine.nowMs() - sentMs;
    if (!row || tookMs >= least) continue;
    least = tookMs;
    const middle = sentMs + tookMs / 2 - row.ms;
    ahead = Math.sign(middle) * Math.max(0, Math.abs(middle) - tookMs / 2);
  }
  return ahead;
}

/** Compares the clocks when somebody asks, at most once in ten seconds, and tells the operator of a difference once. */
export function createClockWatch({
  db,
  log,
  machine = systemClock,
}: {
  db: Pick<Queryable, 'query'>;
  log: Logger;
  machine?: Clock;
}): ClockWatch {
  let known: { untilMs: number; aheadMs: Promise<number | undefined> } | undefined;
  let toldMs = 0;

  async function measure(): Promise<number | undefined> {
    try {
      const aheadMs = Math.round(await measureAhead(db, machine));
      if (isApart(aheadMs) && toldMs === 0)
        log.warn({ aheadMs }, 'The clocks of this server and of its database are apart.');
      toldMs = isApart(aheadMs) ? aheadMs : 0;
      return aheadMs;
    } catch {
      // The database is away, which others tell of.
      return undefined;
    }
  }

  function aheadMs(): Promise<number | undefined> {
    const nowMs = machine.nowMs();
    // A clock that was set back must not keep an answer for ever.
    if (!known || nowMs >= known.untilMs || nowMs < known.untilMs - keptMs)
      known = { untilMs: nowMs + keptMs, aheadMs: measure() };
    return known.aheadMs;
  }

  return {
    aheadMs,
    isTooFar: async () => Math.abs((await aheadMs()) ?? 0) > refuseMs,
    toldAheadMs: () => toldMs,
  };
}
