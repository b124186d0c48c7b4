import type { Clock } from '../clock.ts';
import { ApiError, usualRefusal } from './api-error.ts';

/** A render that lasts longer than this waits itself, for the database most likely, and the next one begins beside it. */
const keepsMs = 500;

/** While somebody writes, so many times what a render took go by before the next one begins, at most so long. */
const restShare = 3;
const mostRestMs = 250;

/** Who a page is rendered for: readers of one network wait in one line. `onGone` hears what is to be called when they leave before they are answered. */
export type Reader = { network: string; onGone: (leave: () => void) => void };

export type RenderLine = {
  /** Renders when the reader's turn comes. Throws an ApiError when one more may not wait, and to a reader who left before their turn. */
  inTurn: <T>(reader: Reader, render: () => Promise<T>) => Promise<T>;
  /** A call that writes has come in; what is answered is to be called when it is over. */
  noteWrite: () => () => void;
};

export type RenderLineOptions = {
  clock: Clock;
  /** Throws when no more than so many may wait for their turn. */
  admitWaiting?: ((waiting: number) => void) | undefined;
};

/**
 * Renders are made by the thread that takes bookings, each for some milliseconds in which nothing else is done, and each asks the database several
 * questions at once. So one is made at a time, the networks in turn, and while somebody writes renders have a quarter of the time: a booking meets one
 * of them, never a row (docs/decisions/2026-11-24-pages-are-rendered-one-at-a-time.md).
 */
export function createRenderLine({ clock, admitWaiting }: RenderLineOptions): RenderLine {
  // Networks in the order of their turns.
  const lines = new Map<string, Array<() => void>>();
  let isTaken = false;
  let waiting = 0;
  let writing = 0;
  let written = 0;

  function takeTurn({ network, onGone }: Reader): Promise<void> | undefined {
    if (!isTaken) {
      isTaken = true;
      return undefined;
    }
    admitWaiting?.(waiting);
    return new Promise((begin, refuse) => {
      const line = lines.get(network) ?? [];
      lines.set(network, line);
      line.push(begin);
      waiting++;
      onGone(() => {
        const place = line.indexOf(begin);
        if (place < 0) return;
        line.splice(place, 1);
        waiting--;
        if (line.length === 0) lines.delete(network);
        // Nobody reads it.
        refuse(new ApiError(503, usualRefusal));
      });
    });
  }

  function passOn(): void {
    for (const [network, line] of lines) {
      lines.delete(network);
      const begin = line.shift();
      if (line.length > 0) lines.set(network, line);
      waiting--;
      begin?.();
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
    async inTurn(reader, render) {
      await takeTurn(reader);
      const rendering = render();
      passOnAfter(rendering);
      return rendering;
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
