import { portionBackOf } from '../money/divide-cents.ts';
import type { PolicyValues } from '../policies/policy-values.ts';
import { minuteMs } from '../time/durations.ts';
import type { MissedLesson } from './no-show.ts';

/**
 * Whether a learner may leave free because the instructor is late (domain rule 10): more than `noShowAfterMinutes` after the start, of whose
 * arrival there is a stamp in time while there is none of the instructor's. The boundary minute itself is still waiting time.
 */
export function mayLeaveFree(
  { startMs }: Pick<MissedLesson, 'startMs'>,
  {
    nowMs,
    learnerMs,
    instructorMs,
  }: { nowMs: number; learnerMs?: number | undefined; instructorMs?: number | undefined },
  policy: Pick<PolicyValues, 'noShowAfterMinutes'>,
): boolean {
  const limitMs = startMs + policy.noShowAfterMinutes * minuteMs;
  const isInTime = (ms: number | undefined) => ms !== undefined && ms <= limitMs;
  return nowMs > limitMs && isInTime(learnerMs) && !isInTime(instructorMs);
}

/**
 * The whole minutes of a lesson that its learner did not get because the instructor came late and the time was not made up, begun ones in the
 * learner's favour (domain rule 10). A learner's own lateness loses nothing back: the lesson ends on time. Pass the later of arrival and
 * start as `beganMs` only when it was the instructor who was late.
 */
export function lostMinutes(
  { startMs, endMs }: Pick<MissedLesson, 'startMs' | 'endMs'>,
  { beganMs, endedMs }: { beganMs: number; endedMs: number },
): number {
  const taughtMs = Math.max(0, endedMs - Math.max(beganMs, startMs));
  return Math.max(0, Math.ceil((endMs - startMs - taughtMs) / minuteMs));
}

/** How long after the time was made up its instructor may take to finish the lesson in the product. */
const finishMinutes = 15;

/**
 * Until when a late instructor finishes a lesson whose time they made up. Finishing it later says nothing of how long it went on: nothing was made up
 * then (domain rule 10).
 */
export function madeUpUntil(lesson: Pick<MissedLesson, 'startMs' | 'endMs'>, { beganMs }: { beganMs: number }): number {
  return lesson.endMs + (lostMinutes(lesson, { beganMs, endedMs: lesson.endMs }) + finishMinutes) * minuteMs;
}

/** The part of the price for lost minutes, back to the learner (domain rule 10); half a cent in the learner's favour, never more than the price. */
export function proRataRefund(priceCents: number, durationMinutes: number, minutesLost: number): number {
  return portionBackOf(priceCents, Math.min(Math.max(minutesLost, 0), durationMinutes), durationMinutes);
}
