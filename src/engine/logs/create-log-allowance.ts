import type { Clock } from '../clock.ts';
import type { Caller } from '../http/body-limits.ts';
import { createShares } from '../limits/create-shares.ts';

/** How much may still be written into the log of requests. */
export type LogAllowance = {
  /** Takes room for an entry; false when there is none, and then it is counted as left out. A caller has a share; what has none has all. */
  take: (caller: Caller | undefined, bytes: number) => boolean;
  /** How many were left out in the hours before this one and not told yet. */
  takeLeftOut: () => number;
};

const hourMs = 3_600_000;
/** Callers told apart in an hour; those beyond share what is left. */
const maxCallers = 50_000;

/** Room for so many bytes in an hour. */
export function createLogAllowance(clock: Clock, mostBytes: () => number): LogAllowance {
  let endMs = 0;
  let leftOut = 0;
  let untold = 0;
  const shares = createShares(maxCallers);

  function begin(): void {
    const nowMs = clock.nowMs();
    if (nowMs < endMs && nowMs >= endMs - hourMs) return;
    endMs = nowMs + hourMs;
    untold += leftOut;
    leftOut = 0;
    shares.clear();
  }

  return {
    take(caller, bytes) {
      begin();
      const asked = { amount: bytes, most: mostBytes() };
      // Nobody alone, and no number of networks, can keep what others do out of the log.
      const isWithin = !caller || (shares.fitsCaller(caller, asked) && shares.fitsNetwork(caller, asked));
      if (shares.held() + bytes > asked.most || !isWithin) {
        leftOut++;
        return false;
      }
      shares.note(caller, bytes);
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
