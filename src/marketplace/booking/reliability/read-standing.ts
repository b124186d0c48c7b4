import type { Queryable } from '#engine/database/database.ts';
import { type InstructorStanding, instructorStanding } from '#rules/reliability/instructor-standing.ts';
import { type LearnerStanding, learnerStanding } from '#rules/reliability/learner-standing.ts';
import { dayMs } from '#rules/time/durations.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { findLapses, findMissed } from './reliability.store.ts';

/** How an instructor stands at an instant (domain rule 12), by the policies in force then. */
export async function readInstructorStanding(
  db: Queryable,
  instructor: string,
  nowMs: number,
): Promise<InstructorStanding & { lastMs: number }> {
  const { values: policy } = await findPolicyAt(db, nowMs);
  // A lapse that hides looks back over the whole span before it.
  const spanDays = policy.reliabilityDays + policy.instructorHideDays;
  const lapses = await findLapses(db, instructor, nowMs - spanDays * dayMs);
  const lastMs = Math.max(0, ...lapses.map(({ atMs }) => atMs));
  return { ...instructorStanding(lapses, nowMs, policy), lastMs };
}

/** How a learner stands at an instant (domain rule 13), by the policies in force then. */
export async function readLearnerStanding(
  db: Queryable,
  learner: string,
  nowMs: number,
): Promise<LearnerStanding & { lastMs: number }> {
  const { values: policy } = await findPolicyAt(db, nowMs);
  const missed = await findMissed(db, learner, nowMs - policy.reliabilityDays * dayMs);
  return { ...learnerStanding(missed, nowMs, policy), lastMs: missed.at(-1) ?? 0 };
}
