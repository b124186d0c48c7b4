import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { stateAfterClaim } from '#rules/claims/after-claim.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { besideCase, type Frozen } from '../../../money/payments/till.ts';
import { contestAnew, waitsForContest } from '../absences/contest-beside-bank.ts';
import { giveLateShare } from '../absences/late-refund.ts';
import { announceLessonCancelled } from '../announcing/announce-lesson-cancelled.ts';
import type { MoneyFacts, MoneyPlan } from '../lesson-money.ts';
import { bySystem, moveLesson } from '../move-lesson.ts';
import { findLesson } from './paying.store.ts';

const reason = 'The payment was taken back by the bank.';
const nothingElse = { reason: '', feeCents: 0, instructorCents: 0, ways: [] };

/**
 * A lesson whose payment the learner's bank takes back: one that is ahead is called off, of which both are told, and its money covers that, what was
 * paid in another way goes back; one that began waits as `disputed`, so that nothing of it is paid out, until the bank decided. One that was cancelled stays where it is, and so does
 * one that waits already, for a claim or an instructor who may contest to have been missing: its payout waits for the bank, too (`waitsForBank`).
 */
export async function freezeLesson(
  engine: Engine,
  tx: Transaction,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<Frozen> {
  const move = { lesson: id, by: bySystem, reason, nowMs };
  const off = await moveLesson(engine, tx, { ...move, event: 'charge_back', money: () => ({ settle: 'all' }) });
  if (off.ok) {
    const { refundCents, creditedCents: creditCents } = off;
    const sums = { from: String(off.before.status), by: 'bank' as const, refundCents, creditCents, ...nothingElse };
    await announceLessonCancelled(engine, tx, { lesson: id, sums });
    return { was: '', isOff: true };
  }
  if (await waitsForContest(tx, id)) return { was: besideCase, isOff: false };
  const frozen = await moveLesson(engine, tx, { ...move, event: 'dispute' });
  if (frozen.ok) return { was: String(frozen.before.status), isOff: false };
  const isDisputed = (await findLesson(tx, id))?.status === 'disputed';
  return { was: isDisputed ? besideCase : '', isOff: false };
}

/** Such a lesson goes on: it was given, or missed by its learner, whoever paid for it in the end, so it closes and its instructor is paid. */
export async function thawLesson(
  engine: Engine,
  tx: Transaction,
  { id, was, nowMs }: { id: string; was: string; nowMs: number },
): Promise<void> {
  // What else is open about it ends by itself.
  if (was === besideCase) return;
  const lesson = await findLesson(tx, id);
  if (lesson?.status !== 'disputed') return;
  const endMs = lesson.end instanceof Date ? lesson.end.getTime() : nowMs;
  const to = stateAfterClaim(was as LessonState, { endMs, nowMs, isWithdrawn: false, isPaidBack: false });
  const money = async (facts: MoneyFacts): Promise<MoneyPlan> =>
    to === 'closed' ? { settle: await giveLateShare(tx, facts, { was, nowMs }) } : { refundCents: 0 };
  await moveLesson(engine, tx, { lesson: id, event: 'resolve', to, by: bySystem, reason, money, nowMs });
  if (to === 'no_show_learner') await contestAnew(engine, tx, lesson, nowMs);
}
