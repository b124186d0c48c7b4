import type { Caller, HeldBytes } from '../http/body-limits.ts';
import { bodyTooLarge } from '../http/read-body.ts';
import { type BudgetName, overBudget } from './budgets.ts';
import { createShares } from './create-shares.ts';

/** The memory that the bodies of all requests share, or of all answers, each until the request is answered. Whoever has a name has a share of it. */
export type BodyMemory = { hold: (caller: Caller | undefined) => HeldBytes };

const againMs = 2000;
/** How far bodies that are more than a caller's share fill it: the rest is for everybody's small ones, signing in above all. */
const largeShare = 3 / 4;

/**
 * At most `maxBytes()` at one moment; one more is refused with 503, to be tried again a moment later. Of one caller several bodies together have an
 * eighth of what the others leave, and all callers of one wide network seven eighths, so that no number of either fills all of it; one that is
 * alone may have more as long as a quarter stays free. A body that is more than that alone, which the limits of a batch or of a collection's files may
 * allow, is refused with 413: no later try would do better. What is built of a body that was taken may be more: it counts as all there is for it, so
 * that it is alone meanwhile.
 */
export function createBodyMemory(maxBytes: () => number, budget: BudgetName = 'heldBodyBytes'): BodyMemory {
  const shares = createShares();
  return {
    hold(caller) {
      let own = 0;
      let isOver = false;
      // Superusers send whole backups and lists, and are few.
      const mostAlone = () => (caller === undefined ? maxBytes() : Math.floor(maxBytes() * largeShare));
      const note = (bytes: number) => {
        own += bytes;
        shares.note(caller, bytes);
      };
      const hasRoom = (bytes: number) => {
        const most = maxBytes();
        if (caller === undefined) return shares.held() + bytes <= most;
        if (!shares.fitsNetwork(caller, { amount: bytes, most })) return false;
        if (shares.fitsCaller(caller, { amount: bytes, most })) return true;
        return shares.heldBy(caller) === own && shares.held() + bytes <= mostAlone();
      };
      const add = (bytes: number) => {
        if (!hasRoom(bytes)) throw overBudget(budget, { retryAfterMs: againMs });
        // Of whoever left meanwhile what is still made is thrown away at once, and nobody would give it back.
        if (!isOver) note(bytes);
      };
      return {
        take(bytes) {
          if (own + bytes > mostAlone()) throw bodyTooLarge();
          add(bytes);
        },
        build: (bytes) => add(Math.max(0, Math.min(bytes, mostAlone() - own))),
        release() {
          isOver = true;
          note(-own);
        },
      };
    },
  };
}
