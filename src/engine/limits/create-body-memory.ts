import type { HeldBytes } from '../http/body-limits.ts';
import { bodyTooLarge } from '../http/read-body.ts';
import { type BudgetName, overBudget } from './budgets.ts';

/** The memory that the bodies of all requests share, or of all answers, each until the request is answered. Whoever has a name has a share of it. */
export type BodyMemory = { hold: (caller: string | undefined) => HeldBytes };

const againMs = 2000;
/** What several requests of one caller may hold of what the others leave. */
const callerShare = 1 / 8;
/** How far bodies that are more than that fill it: the rest is for everybody's small ones, signing in above all. */
const largeShare = 3 / 4;

/**
 * At most `maxBytes()` at one moment; one more is refused with 503, to be tried again a moment later. Of one caller several bodies together have an
 * eighth of what the others leave, so that no number of callers fills all of it; one that is alone may have more as long as a quarter stays free. A
 * body that is more than that alone, which the limits of a batch or of a collection's files may allow, is refused with 413: no later try would do
 * better. What is built of a body that was taken may be more: it counts as all there is for it, so that it is alone meanwhile.
 */
export function createBodyMemory(maxBytes: () => number, budget: BudgetName = 'heldBodyBytes'): BodyMemory {
  let heldBytes = 0;
  const heldBy = new Map<string, number>();
  return {
    hold(caller) {
      let own = 0;
      let isOver = false;
      // Superusers send whole backups and lists, and are few.
      const mostAlone = () => (caller === undefined ? maxBytes() : Math.floor(maxBytes() * largeShare));
      const note = (bytes: number) => {
        heldBytes += bytes;
        own += bytes;
        if (caller === undefined) return;
        const all = (heldBy.get(caller) ?? 0) + bytes;
        if (all > 0) heldBy.set(caller, all);
        else heldBy.delete(caller);
      };
      const hasRoom = (bytes: number) => {
        if (caller === undefined) return heldBytes + bytes <= maxBytes();
        const ofCaller = heldBy.get(caller) ?? 0;
        const isWithinShare = ofCaller + bytes <= (maxBytes() - (heldBytes - ofCaller)) * callerShare;
        return isWithinShare || (ofCaller === own && heldBytes + bytes <= mostAlone());
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
