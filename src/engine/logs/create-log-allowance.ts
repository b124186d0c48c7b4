import type { Clock } from '../clock.ts';

/** How much may still be written into the log of requests. */
export type LogAllowance = {
  /** Takes room for an entry; false when there is none, and then it is counted as left out. A caller has a share; what has none has all. */
  take: (caller: string | undefined, bytes: number) => boolean;
  /** How many were left out in the hours before this one and not told yet. */
  takeLeftOut: () => number;
};

const hourMs = 3_600_000;
/** Of an hour one caller has this part, so that nobody alone can keep what others do out of the log. */
const callerShare = 1 / 8;
/** Callers told apart in an hour; those beyond share what is left. */
const maxCallers = 50_000;

/** Room for so many bytes in an hour. */
export function createLogAllowance(clock: Clock, mostBytes: () => number): LogAllowance {
  let endMs = 0;
  let used = 0;
  let leftOut = 0;
  let untold = 0;
  let byCaller = new Map<string, number>();

  function begin(): void {
    const nowMs = clock.nowMs();
    if (nowMs < endMs && nowMs >= endMs - hourMs) return;
    endMs = nowMs + hourMs;
    untold += leftOut;
    [used, leftOut] = [0, 0];
    byCaller = new Map();
  }

  return {
    take(caller, bytes) {
      begin();
      const most = mostBytes();
      const ofCaller = (caller === undefined ? 0 : (byCaller.get(caller) ?? 0)) + bytes;
      if (used + bytes > most || (caller !== undefined && ofCaller > most * callerShare)) {
        leftOut++;
        return false;
      }
      used += bytes;
      if (caller !== undefined && (byCaller.has(caller) || byCaller.size < maxCallers)) byCaller.set(caller, ofCaller);
      return true;
    },
    takeLeftOut() {
      begin();
      const told = untold;
      untold = 0;
      return told;
    },
  };
}
