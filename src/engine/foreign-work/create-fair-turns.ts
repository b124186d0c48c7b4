import { createLineTimes, type LineTimes } from './create-line-times.ts';
import type { WorkCaller } from './foreign-work.ts';

/** Says how much of the processor's time a work took, in milliseconds. */
export type Charge = (ms: number) => void;

export type FairTurns = {
  /** Runs work when the turn of its caller has come, and answers what it answers. Throws what `refuse…` makes, or the signal's reason while it waits. */
  run: <T>(by: WorkCaller, work: (charge: Charge) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** How many wait for their turn. */
  waiting: () => number;
  /** Refuses all who wait. */
  refuseWaiting: (reason: Error) => void;
};

export type FairTurnsOptions = {
  /** How many works are done at a time. */
  places: number;
  /** How many one caller may have under way or waiting, and the error of one more. */
  mostOfCaller: () => number;
  refuseCaller: () => Error;
  /** How many may wait altogether, and the error of one more. */
  mostWaiting: () => number;
  refuseAll: () => Error;
  /** The machine's time: used time is forgotten as it passes. */
  nowMs?: () => number;
};

type Ticket = { name: string; line: string; begin: () => void; leave: (reason: unknown) => void };
type Lines = ReadonlyMap<string, readonly Ticket[]>;

/**
 * Gives turns so that nobody has them all. Of a caller one work is done at a time. The next turn is for the network that has used the least of the processor's time
 * lately, and in it for such a caller; where they are equal, networks have their turns one after the other. When no more may wait, the last one of the network that
 * has most of them makes room for one of a network that has fewer.
 */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { places, mostOfCaller, refuseCaller, mostWaiting, refuseAll, nowMs = () => performance.now() } = options;
  const times = createLineTimes(nowMs);
  // Lines in the order of their turns: of networks, and of those who wait apart.
  const lines = new Map<string, Ticket[]>();
  const counts = new Map<string, number>();
  const busy = new Set<string>();
  let running = 0;
  let waiting = 0;

  function remove(ticket: Ticket): void {
    const others = lines.get(ticket.line)?.filter((other) => other !== ticket) ?? [];
    waiting--;
    if (others.length > 0) lines.set(ticket.line, others);
    else lines.delete(ticket.line);
  }

  function makeRoomFor(line: string): void {
    if (waiting < mostWaiting()) return;
    const [longest = []] = [...lines.values()].sort((one, other) => other.length - one.length);
    const last = longest.at(-1);
    if (!last || longest.length <= (lines.get(line)?.length ?? 0) + 1) throw refuseAll();
    remove(last);
    last.leave(refuseAll());
  }

  function passOn(): void {
    while (running < places) {
      const ticket = nextOf(lines, { busy, times });
      if (!ticket) return;
      remove(ticket);
      // The next of this line waits until all others had theirs.
      const rest = lines.get(ticket.line);
      if (rest && lines.delete(ticket.line)) lines.set(ticket.line, rest);
      running++;
      busy.add(ticket.name);
      ticket.begin();
    }
  }

  function takeTurn(by: Pick<Ticket, 'name' | 'line'>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((begin, reject) => {
      const leave = (reason: unknown) => {
        signal?.removeEventListener('abort', end);
        reject(reason);
      };
      const end = () => {
        remove(ticket);
        leave(signal?.reason);
      };
      const ticket: Ticket = {
        ...by,
        leave,
        begin() {
          signal?.removeEventListener('abort', end);
          begin();
        },
      };
      signal?.addEventListener('abort', end, { once: true });
      waiting++;
      lines.set(by.line, [...(lines.get(by.line) ?? []), ticket]);
      passOn();
    });
  }

  return {
    waiting: () => waiting,
    refuseWaiting(reason) {
      for (const ticket of [...lines.values()].flat()) {
        remove(ticket);
        ticket.leave(reason);
      }
    },
    async run(by, work, signal) {
      signal?.throwIfAborted();
      const { name } = by;
      if ((counts.get(name) ?? 0) >= mostOfCaller()) throw refuseCaller();
      const line = times.lineOf(by);
      makeRoomFor(line);
      addTo(counts, name, 1);
      try {
        await takeTurn({ name, line }, signal);
      } catch (error) {
        addTo(counts, name, -1);
        throw error;
      }
      try {
        return await work((ms) => times.charge(by, ms));
      } finally {
        addTo(counts, name, -1);
        busy.delete(name);
        running--;
        passOn();
      }
    },
  };
}

function addTo(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const all = (counts.get(name) ?? 0) + by;
  if (all > 0) counts.set(name, all);
  else counts.delete(name);
}

/** Of the line that used the least the caller who used the least, of those who have nothing under way. */
function nextOf(lines: Lines, { busy, times }: { busy: ReadonlySet<string>; times: LineTimes }): Ticket | undefined {
  const firsts = [...lines.values()].flatMap((tickets) => {
    const free = tickets.filter(({ name }) => !busy.has(name));
    return least(free, ({ name }) => times.usedByCaller(name)) ?? [];
  });
  return least(firsts, ({ line }) => times.usedByLine(line));
}

/** The first of those of which a figure is the least. */
function least<T>(all: readonly T[], figureOf: (one: T) => number): T | undefined {
  let [found, figure]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const one of all) {
    const its = figureOf(one);
    if (its < figure) [found, figure] = [one, its];
  }
  return found;
}
