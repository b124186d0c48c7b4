import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { wireDate } from '../wire-date.ts';
import { deleteOldChallenges } from './challenges.store.ts';
import { deleteOldOtps } from './otps.store.ts';
import { deleteOldRevocations } from './revocations.store.ts';
import { deleteOldSessions } from './sessions.store.ts';

const dayMs = 86_400_000;

/** Forgets sign-in codes that are older than a day, which is longer than any of them counts. */
export async function dropOldCodes({ db, clock }: Engine): Promise<void> {
  await deleteOldOtps(db, wireDate(clock.nowMs() - dayMs));
}

/** Hourly: forgets revocations that every server has read. */
export function dropOldRevocations({ db }: Engine): Sweeper {
  return { name: 'drop-old-revocations', everyMs: 3_600_000, run: () => deleteOldRevocations(db) };
}

/** Forgets half-finished sign-ins that are older than a day, which is longer than any of them counts, and sessions that are over. */
export async function dropOldChallenges({ db, clock }: Engine): Promise<void> {
  await deleteOldChallenges(db, wireDate(clock.nowMs() - dayMs));
  await deleteOldSessions(db, wireDate(clock.nowMs()));
}
