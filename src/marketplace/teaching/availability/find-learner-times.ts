import type { Queryable } from '#engine/database/database.ts';
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
  if (learner === '') return undefined;
  return (await findLearnerTimes(engine.db, [learner], nowMs)).get(learner);
}

/** What is known of when learners can drive, from now on. */
export function findLearnerTimes(
  db: Queryable,
  learners: readonly string[],
  nowMs: number,
): Promise<Map<string, LearnerTimes>> {
  return readLearnerTimes(db, { learners, fromMs: nowMs, nowMs });
}
