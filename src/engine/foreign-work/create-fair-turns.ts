import type { WorkCaller } from './foreign-work.ts';

export type FairTurns = {
  /** Runs work when the turn of who it is for has come, and answers what it answers. Throws what `refuse…` makes, or the signal's reason while it waits. */
  run: <T>(by: WorkCaller, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
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
};

type Ticket = WorkCaller & { begin: () => void; leave: (reason: unknown) => void };

/**
 * Gives turns so that nobody has them all: of a caller one work is done at a time, networks have their turns one after the other, and when no more may
 * wait the last one of the network that has most of them makes room for one of a network that has fewer.
 */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { places, mostOfCaller, refuseCaller, mostWaiting, refuseAll } = options;
  // Networks in the order of their turns.
  const lines = new Map<string, Ticket[]>();
  const counts = new Map<string, number>();
  const busy = new Set<string>();
  let running = 0;
  let waiting = 0;

  function remove(ticket: Ticket): void {
    const line = lines.get(ticket.network)?.filter((other) => other !== ticket) ?? [];
    waiting--;
    if (line.length > 0) lines.set(ticket.network, line);
    else lines.delete(ticket.network);
  }

  function makeRoomFor(network: string): void {
    if (waiting < mostWaiting()) return;
    const [longest = []] = [...lines.values()].sort((one, other) => other.length - one.length);
    const last = longest.at(-1);
    if (!last || longest.length <= (lines.get(network)?.length ?? 0) + 1) throw refuseAll();
    remove(last);
    last.leave(refuseAll());
  }

  function passOn(): void {
    for (const [network, line] of [...lines]) {
      if (running >= places) return;
      const ticket = line.find(({ caller }) => !busy.has(caller));
      if (!ticket) continue;
      remove(ticket);
      // The next of this network waits until all others had theirs.
      const rest = lines.get(network);
      if (rest && lines.delete(network)) lines.set(network, rest);
      running++;
      busy.add(ticket.caller);
      ticket.begin();
    }
  }

  function takeTurn(by: WorkCaller, signal: AbortSignal | undefined): Promise<void> {
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
      lines.set(by.network, [...(lines.get(by.network) ?? []), ticket]);
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
      if ((counts.get(by.caller) ?? 0) >= mostOfCaller()) throw refuseCaller();
      makeRoomFor(by.network);
      addTo(counts, by.caller, 1);
      try {
        await takeTurn(by, signal);
      } catch (error) {
        addTo(counts, by.caller, -1);
        throw error;
      }
      try {
        return await work();
      } finally {
        addTo(counts, by.caller, -1);
        busy.delete(by.caller);
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
