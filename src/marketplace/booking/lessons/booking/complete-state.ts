import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Random } from '#engine/random.ts';
import { answerUntil } from '#rules/lessons/answer-until.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { isoInstant, parseInstant } from '../../../platform/reads/parse-instant.ts';

/** Four digits that the learner tells the instructor when the lesson begins. */
export function newStartCode(random: Random): string {
  return random.text(4, '0123456789');
}

/** Gives a lesson what belongs to the state that a superuser put it in, where it was not given: ends of waiting, the start code. */
export function completeState(
  lesson: RecordValues,
  { nowMs, random, policy }: { nowMs: number; random: Random; policy: PolicyValues },
): void {
  const { status } = lesson;
  const startMs = parseInstant(String(lesson.start)) ?? nowMs;
  if (status !== 'held') lesson.holdExpiresAt = '';
  else lesson.holdExpiresAt ||= isoInstant(nowMs + policy.holdMinutes * minuteMs);
  if (status !== 'requested') lesson.requestExpiresAt = '';
  else lesson.requestExpiresAt ||= isoInstant(answerUntil(startMs, nowMs, policy));
  if (status === 'confirmed') lesson.confirmedAt ||= isoInstant(nowMs);
  // Nobody tells the code of a lesson with an own learner who has no account.
  if (isLesson('coming', String(status)) && lesson.learner !== '') lesson.startCode ||= newStartCode(random);
}

const calendarEndMs = Date.UTC(9999, 11, 31);

/** Times on the wire have years of four digits. */
export function isWritableTime(instantMs: number): boolean {
  return instantMs < calendarEndMs;
}

/** A lesson is from 5 minutes to two days long (api.md). */
export function isLessonLength(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= 5 && minutes <= 2880;
}
