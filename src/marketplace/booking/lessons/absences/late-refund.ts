import type { Queryable } from '#engine/database/database.ts';
import { lostMinutes, madeUpUntil, proRataRefund } from '#rules/absences/late-arrival.ts';
import { isLesson, type LessonState } from '#rules/lessons/lesson-states.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { type MoneyFacts, weighGiven } from '../lesson-money.ts';
import { findArrivals } from './absences.store.ts';

/**
 * What comes back of a lesson that is finished, or closes without that, because its instructor came late and did not make the time up (domain rule 10).
 * Counted from the stamps: the learner was there and said so before the instructor did, who did after the start.
 */
export async function planLateRefund(
  db: Queryable,
  { lesson }: Pick<MoneyFacts, 'lesson'>,
  nowMs: number,
): Promise<{ refundCents: number }> {
  const [startMs, endMs] = [(lesson.start as Date).getTime(), (lesson.end as Date).getTime()];
  const { learnerMs, instructorMs } = await findArrivals(db, String(lesson.id));
  const hasWaited = learnerMs !== undefined && instructorMs !== undefined && learnerMs <= instructorMs;
  if (!hasWaited || instructorMs <= startMs) return { refundCents: 0 };
  const times = { startMs, endMs };
  const isMadeUp = nowMs > endMs && nowMs <= madeUpUntil(times, { beganMs: instructorMs });
  const lost = lostMinutes(times, { beganMs: instructorMs, endedMs: isMadeUp ? nowMs : endMs });
  return { refundCents: proRataRefund(Number(lesson.priceCents), Number(lesson.durationMinutes), lost) };
}

/** That share where a lesson closes: of one that was finished before it was given then, and nothing of it is given twice. */
export async function giveLateShare(
  db: Queryable,
  facts: Pick<MoneyFacts, 'lesson'>,
  { was, nowMs }: { was: string; nowMs: number },
): Promise<Give[]> {
  if (isLesson('taught', was as LessonState)) return [];
  const { refundCents } = await planLateRefund(db, facts, nowMs);
  if (refundCents === 0) return [];
  const { leftCents } = await weighGiven(db, String(facts.lesson.id));
  return [{ to: 'refund', from: 'held', cents: Math.min(refundCents, leftCents) }];
}
