import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { isAdmin } from '../../../platform/reads/require-right.ts';
import { judgePartiesOf } from '../../reliability/judge-reliability.ts';
import { announceLessonCancelled } from '../announcing/announce-lesson-cancelled.ts';
import { bySystem, moveLesson } from '../move-lesson.ts';
import { type MoveWords, refuseMove } from '../refuse-move.ts';
import { findLessonForPreview, lockLearner, notePaid } from './cancelling.store.ts';
import { type Weighed, weighCancellation } from './weigh-cancellation.ts';

/** The codes at `lesson` of a cancellation that can't be. */
export const cancelWords: MoveWords = {
  wrong_state: ['not_cancellable', 'This lesson can no longer be cancelled.'],
  not_allowed: ['not_cancellable', 'This lesson is not yours to cancel.'],
  too_late: ['not_cancellable', 'This lesson is over.'],
};

/** A cancellation takes effect in its own transaction: the time is free, the money moves by the terms, and both are told. */
export function registerCancellationHooks(engine: Engine): void {
  const weighed = new WeakMap<object, Weighed>();
  engine.hooks.on('cancellations', {
    async beforeWrite(event) {
      if (event.original) return;
      const outcome = await cancelLesson(engine, event);
      if (outcome) weighed.set(event.record, outcome);
    },
    async insideCreate({ tx, record }) {
      const outcome = weighed.get(record);
      if (!outcome) return;
      const { from, by, paid, keptBackCents, instructorCents, isCredit, outcome: sums } = outcome;
      await notePaid(tx, record.id, paid.moneyCents + paid.creditCents);
      const reason = String(record.reason);
      const told = { ...sums, from, by, reason, keptBackCents, instructorCents, ways: waysOf(paid, isCredit) };
      await announceLessonCancelled(engine, tx, { lesson: String(record.lesson), sums: told });
      if (by === 'instructor') await judgePartiesOf(engine, tx, String(record.lesson));
    },
    explainViolation: (constraint) =>
      constraint === 'cancellations_once' ? refuseMove('wrong_state', cancelWords) : undefined,
  });
}

// The cancellation's sums are known once the lesson is locked, so the move comes before the row is written.
async function cancelLesson(engine: Engine, event: InsideEvent): Promise<Weighed | undefined> {
  const { record, tx, auth, system } = event;
  const nowMs = engine.clock.nowMs();
  const lesson = await findLessonForPreview(tx, String(record.lesson));
  if ((system || auth?.isSuperuser) && lesson && isLesson('cancelled', String(lesson.status))) {
    record.cancelledBy ||= lesson.status === 'cancelled_by_learner' ? 'learner' : 'instructor';
    return undefined;
  }
  const by = auth === null && !system ? undefined : event;
  let weighed: Weighed | undefined;
  const outcome = await moveLesson(engine, tx, {
    lesson: String(record.lesson),
    event: 'cancel',
    by: by ?? bySystem,
    ...targetOf(event, lesson),
    reason: String(record.reason),
    nowMs,
    money: async (facts) => {
      await lockLearner(tx, facts.lesson.learner);
      weighed = await weighCancellation(tx, { ...facts, nowMs, wantsCredit: record.refundTo === 'credit' });
      return weighed.plan;
    },
  });
  if (!outcome.ok) throw refuseMove(outcome.reason, cancelWords);
  if (!weighed) throw new Error('A lesson was cancelled without its money.');
  const { refundPercent, refundCents, creditCents, feeCents, isLate, usesMercyPass } = weighed.outcome;
  const { keptBackCents } = weighed;
  Object.assign(record, { refundPercent, refundCents, keptBackCents, creditCents, feeCents, isLate, usesMercyPass });
  checkChoice(record, weighed);
  record.cancelledBy = weighed.by;
  checkExcuse(record, weighed.by);
  return weighed;
}

// Only who gets it chooses; where there is nothing to choose, it comes back as it was paid.
function checkChoice(record: InsideEvent['record'], { by, isCredit }: Weighed): void {
  if (record.refundTo !== '' && by !== 'learner') {
    const message = 'Only the learner of a lesson chooses how their money comes back.';
    throw refuseCreate('refundTo', 'not_allowed', message);
  }
  record.refundTo = isCredit ? 'credit' : '';
}

// Whoever says so without a word of it, or is no instructor, has no excuse.
function checkExcuse(record: InsideEvent['record'], by: Weighed['by']): void {
  if (record.excuse === '') return;
  const refuse = (code: string, message: string) =>
    badRequest('Failed to create record.', { excuse: { code, message } });
  if (by !== 'instructor') throw refuse('not_allowed', 'Only the instructor of a lesson has an excuse.');
  if (String(record.reason).trim() === '') throw refuse('note_required', 'Say what happened, too.');
}

// What is told names credit as the way, where that was chosen.
function waysOf({ ways, moneyCents, creditCents }: Weighed['paid'], isCredit: boolean): Weighed['paid']['ways'] {
  return isCredit ? [{ method: 'chosen_credit', cents: moneyCents + creditCents }] : ways;
}

type Parties = { learner?: unknown; status?: unknown; _instructorUser?: unknown };

/** Where a cancellation leads: staff's blames nobody and is no wish of the learner's, so it stands as the other side's. */
export function targetOf({ auth }: Pick<InsideEvent, 'auth'>, lesson: Parties | undefined): { to?: LessonState } {
  if (!lesson || !auth || auth.id === lesson.learner) return {};
  const isStaff = auth.isSuperuser || isAdmin(auth);
  if (auth.id === lesson._instructorUser || (isStaff && lesson.status !== 'held'))
    return { to: 'cancelled_by_instructor' };
  return {};
}
