import type { HeldBytes } from '../http/body-limits.ts';
import { bodyTooLarge } from '../http/read-body.ts';
import { overBudget } from './budgets.ts';

/** The memory that the bodies of all requests share, each until it is answered. */
export type BodyMemory = { hold: () => HeldBytes };

const againMs = 2000;

/**
 * At most `maxBytes()` at one moment; one more is refused with 503, to be tried again a moment later. A body that is more than that alone, which
 * the limits of a batch or of a collection's files may allow, is refused with 413: no later try would do better.
 */
export function createBodyMemory(maxBytes: () => number): BodyMemory {
  let heldBytes = 0;
  return {
    hold() {
      let own = 0;
      return {
        take(bytes) {
          if (own + bytes > maxBytes()) throw bodyTooLarge();
          if (heldBytes + bytes > maxBytes()) throw overBudget('heldBodyBytes', { retryAfterMs: againMs });
          heldBytes += bytes;
          own += bytes;
        },
        release() {
          heldBytes -= own;
          own = 0;
        },
      };
    },
  };
}
