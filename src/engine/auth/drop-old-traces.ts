import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { wireDate } from '../wire-date.ts';
import { deleteOldChallenges } from './challenges.store.ts';
import { deleteOldOtps } from './otps.store.ts';

const dayMs = 86_400_000;

/** Hourly: forgets codes and half-finished sign-ins that are older than a day, which is longer than any of them counts. */
export function dropOldTraces({ db }: Engine): Sweeper {
  return {
    name: 'drop-old-traces',
    everyMs: 3_600_000,
    async run(nowMs) {
      const dayAgo = wireDate(nowMs - dayMs);
      await deleteOldOtps(db, dayAgo);
      await deleteOldChallenges(db, dayAgo);
    },
  };
}
