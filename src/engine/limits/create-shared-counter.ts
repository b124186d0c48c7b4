import { askTogether, Refused } from '../database/ask-together.ts';
import type { Engine } from '../engine.ts';
import { type Counting, countTries, type Tries } from './attempts.store.ts';

/** At most `max` in each window of `seconds`, which begins with the first in it. */
export type Limit = { max: number; seconds: number };

export type SharedCounter = {
  /** Takes one: undefined. When the window has none left: the instant at which it ends, in epoch milliseconds. */
  take: (key: string, limit: Limit) => Promise<number | undefined>;
};

/** What this server may still let through in a window without asking; after the last share nobody may. */
type Share = { left: number; isLast: boolean; untilMs: number };

/** Keys remembered at once; each is an address and a rule. */
const maxRemembered = 50_000;
/** A large limit is taken in this many shares: of each, all but one request cost no query. */
const shares = 20;
const largestShare = 1000;

/**
 * Counts what all servers together allow. Each takes its share of a window from the database and lets requests through from it, so never
 * more than the limit come through; with several servers the last few may be refused early, at most one share a server. While the
 * database does not answer, each server counts for itself. Shares that are wanted at the same time are taken by one statement: five hundred addresses that ask
 * for the first time must not fill the database's connections with more than a thousand.
 */
export function createSharedCounter({ db, clock, log }: Pick<Engine, 'db' | 'clock' | 'log'>): SharedCounter {
  const known = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();
  const together = askTogether<Counting, Tries>();
  const countAll = async (all: readonly Counting[]) => {
    const tries = await countTries(db, all, clock.nowMs());
    return all.map(({ key }) => tries.get(key) ?? new Refused(new Error('A count answered no row.')));
  };

  async function ask(key: string, { max, seconds }: Limit): Promise<void> {
    const nowMs = clock.nowMs();
    const size = Math.min(Math.max(1, Math.floor(max / shares)), largestShare);
    const tries = await together('', { key, seconds, by: size }, { ask: countAll, most: 500 }).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'Requests are counted by this server alone: the database does not answer.');
        return undefined;
      },
    );
    if (known.size >= maxRemembered) known.clear();
    if (!tries) known.set(key, { left: max, isLast: true, untilMs: nowMs + seconds * 1000 });
    else {
      const left = Math.min(size, Math.max(0, max - (tries.count - size)));
      known.set(key, { left, isLast: tries.count >= max, untilMs: tries.untilMs });
    }
  }

  return {
    async take(key, limit) {
      for (;;) {
        const share = known.get(key);
        if (share && share.untilMs > clock.nowMs()) {
          if (share.left > 0) {
            share.left -= 1;
            return undefined;
          }
          // Used up by all together: a flood is refused without asking again and again.
          if (share.isLast) return share.untilMs;
        }
        // Of requests at the same moment one asks for all.
        const running = asking.get(key) ?? ask(key, limit).finally(() => asking.delete(key));
        asking.set(key, running);
        await running;
      }
    },
  };
}
