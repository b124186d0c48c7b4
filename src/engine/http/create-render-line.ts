import type { Clock } from '../clock.ts';
import { ApiError, usualRefusal } from './api-error.ts';
import { whoGivesWay } from './who-gives-way.ts';

/** A render that lasts longer than this waits itself, for the database most likely, and the next one begins beside it. */
const keepsMs = 500;

/** While somebody writes, so many times what a render took go by before the next one begins, at most so long. */
const restShare = 3;
const mostRestMs = 250;

/** Who a page is rendered for: readers of one network wait in one line. `onGone` hears what is to be called when they leave before they are answered. */
export type Reader = { network: string; onGone: (leave: () => void) => void };

export type RenderLine = {
  /**
   * Renders when the turn of a reader comes who waits for this page (`key`; none of one that is nobody else's). Throws an ApiError when one more page
   * may not wait, when it gives way to one of a network that waits for fewer, and when all who waited left before their turn.
   */
  inTurn: <T>(reader: Reader, key: string | undefined, render: () => Promise<T>) => Promise<T>;
  /** One more reader waits for a page that waits for its turn, which may come in their network's line then; nothing where none does. */
  join: (reader: Reader, key: string) => void;
  /** A call that writes has come in; what is answered is to be called when it is over. */
  noteWrite: () => () => void;
};

export type RenderLineOptions = {
  clock: Clock;
  /** Throws when no more than so many may wait for their turn. */
  admitWaiting?: ((waiting: number) => void) | undefined;
};

/** A page that waits for its turn, in the lines of all networks that have a reader of it. */
type Ticket = {
  key: string | undefined;
  /** Of who asked for it first. */
  network: string;
  networks: Set<string>;
  readers: number;
  begin: () => void;
  refuse: (refusal?: unknown) => void;
};

/**
 * Renders are made by the thread that takes bookings, each for some milliseconds in which nothing else is done, and each asks the database several
 * questions at once. So one is made at a time, the networks in turn, and while somebody writes renders have a quarter of the time: a booking meets one
 * of them, never a row (docs/decisions/pages-rendered-by-the-server.md).
 */
export function createRenderLine({ clock, admitWaiting }: RenderLineOptions): RenderLine {
  // Networks in the order of their turns.
  const lines = new Map<string, Ticket[]>();
  const waiting = new Set<Ticket>();
  const waitingOf = new Map<string, Ticket>();
  let isTaken = false;
  let writing = 0;
  let written = 0;

  function takeTurn(reader: Reader, key: string | undefined): Promise<void> | undefined {
    if (!isTaken) {
      isTaken = true;
      return undefined;
    }
    makeRoom(reader, { waiting, admitWaiting, leaveLines });
    return new Promise((begin, refuse) => {
      // Nobody reads it, unless it gives way.
      const refuseAll = (refusal: unknown = new ApiError(503, usualRefusal)) => refuse(refusal);
      const { network } = reader;
      const ticket: Ticket = { key, network, networks: new Set(), readers: 0, begin, refuse: refuseAll };
      waiting.add(ticket);
      if (key !== undefined) waitingOf.set(key, ticket);
      wait(ticket, reader);
    });
  }

  function wait(ticket: Ticket, { network, onGone }: Reader): void {
    ticket.readers++;
    if (!ticket.networks.has(network)) {
      ticket.networks.add(network);
      lines.set(network, [...(lines.get(network) ?? []), ticket]);
    }
    let hasLeft = false;
    onGone(() => {
      if (hasLeft) return;
      hasLeft = true;
      ticket.readers--;
      if (ticket.readers === 0 && leaveLines(ticket)) ticket.refuse();
    });
  }

  /** False of a ticket whose turn has come before. */
  function leaveLines(ticket: Ticket): boolean {
    if (!waiting.delete(ticket)) return false;
    if (ticket.key !== undefined) waitingOf.delete(ticket.key);
    for (const network of ticket.networks) {
      const line = lines.get(network)?.filter((other) => other !== ticket) ?? [];
      if (line.length > 0) lines.set(network, line);
      else lines.delete(network);
    }
    return true;
  }

  function passOn(): void {
    for (const [network, [ticket]] of lines) {
      if (!ticket) continue;
      leaveLines(ticket);
      // The next of this network waits until all others had theirs.
      const rest = lines.get(network);
      if (rest && lines.delete(network)) lines.set(network, rest);
      ticket.begin();
      return;
    }
    isTaken = false;
  }

  function passOnAfter(rendering: Promise<unknown>): void {
    const [beganMs, writtenBefore] = [clock.nowMs(), written];
    whenEnded(rendering, () => {
      const tookMs = Math.max(0, clock.nowMs() - beganMs);
      const metWrite = writing > 0 || written !== writtenBefore;
      if (metWrite) setTimeout(passOn, Math.min(mostRestMs, restShare * tookMs));
      else passOn();
    });
  }

  return {
    async inTurn(reader, key, render) {
      await takeTurn(reader, key);
      const rendering = render();
      passOnAfter(rendering);
      return rendering;
    },
    join(reader, key) {
      const ticket = waitingOf.get(key);
      if (ticket) wait(ticket, reader);
    },
    noteWrite() {
      writing++;
      written++;
      return () => {
        writing--;
      };
    },
  };
}

type Waiting = Pick<RenderLineOptions, 'admitWaiting'> & {
  waiting: Set<Ticket>;
  leaveLines: (ticket: Ticket) => boolean;
};

/** Where no more may wait, the network with the most waiting pages gives up its newest to one that has fewer. */
function makeRoom({ network }: Reader, { waiting, admitWaiting, leaveLines }: Waiting): void {
  try {
    admitWaiting?.(waiting.size);
  } catch (refusal) {
    const leaver = whoGivesWay([...waiting].reverse(), (ticket) => ticket.network, network);
    if (!leaver) throw refusal;
    leaveLines(leaver);
    leaver.refuse(refusal);
  }
}

/** Calls `end` once, when a render is over, well or not, or has lasted long. */
function whenEnded(rendering: Promise<unknown>, end: () => void): void {
  let isEnded = false;
  const once = () => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    end();
  };
  const timer = setTimeout(once, keepsMs);
  rendering.then(once, once);
}
