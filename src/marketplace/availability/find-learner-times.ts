import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { LearnerTimes } from '#rules/availability/learner-times.ts';
import { readLearnerTimes } from './availability.store.ts';
import { mayActForAll } from './may-act-for.ts';

/** Who asks as a learner: somebody who is signed in and no staff, who act for all; empty for others. */
export function askingLearner(auth: AuthRecord | null): string {
  return auth && auth.collectionName === 'users' && !mayActForAll(auth) ? auth.id : '';
}

/** What is known of when a learner who asks can drive, from now on; undefined for guests and staff. */
export async function findLearnerAsking(
  engine: Pick<Engine, 'db' | 'clock'>,
  auth: AuthRecord | null,
): Promise<LearnerTimes | undefined> {
  const learner = askingLearner(auth);
  const nowMs = engine.clock.nowMs();
  return learner === '' ? undefined : readLearnerTimes(engine.db, { learner, fromMs: nowMs, nowMs });
}
