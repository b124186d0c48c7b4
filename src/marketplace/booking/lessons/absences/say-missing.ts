import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { contestUntil, instructorMissing, learnerMissing, mayReportNoShow } from '#rules/absences/no-show.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { judgePartiesOf } from '../../reliability/judge-reliability.ts';
import { announceMissing } from '../announcing/announce-absence.ts';
import { type MoneyFacts, weighGiven, weighGoodwill } from '../lesson-money.ts';
import { moveLesson } from '../move-lesson.ts';
import { type MoveWords, refuseMove } from '../refuse-move.ts';
import { findMeetingLesson, findPaidCents, noteSettleAt } from './absences.store.ts';

const words: MoveWords = {
  wrong_state: ['not_missable', 'Only of a confirmed lesson somebody can be missing.'],
  not_allowed: ['not_missable', 'The lesson has begun, so nobody is missing.'],
  too_early: ['too_early', 'Wait until the other side had its time after the start.'],
};

/**
 * "The other side is not here": from 15 minutes after the start on, with what that comes to (domain rules 10 and 11). The money of a lesson whose
 * instructor is said to be missing stays held until the time to contest that is over (settle-no-shows.ts).
 */
export function registerNoShowHooks(engine: Engine): void {
  const waiting = new WeakSet<object>();
  engine.hooks.on('no_shows', {
    async beforeWrite(event) {
      if (!event.original && (await sayMissing(engine, event))) waiting.add(event.record);
    },
    async insideCreate({ tx, record }) {
      if (waiting.has(record)) await noteSettleAt(tx, record.id);
      await announceMissing(engine, tx, record);
      await judgePartiesOf(engine, tx, String(record.lesson));
    },
    explainViolation: (constraint) => (constraint === 'no_shows_once' ? refuseMove('wrong_state', words) : undefined),
  });
}

// Answers whether the lesson's money waits for the end of the time to contest it.
async function sayMissing(engine: Engine, event: InsideEvent): Promise<boolean> {
  const { record, tx, auth } = event;
  const id = String(record.lesson);
  const nowMs = engine.clock.nowMs();
  const lesson = await findMeetingLesson(tx, id);
  const isFact = (event.system || auth?.isSuperuser === true) && isLesson('missed', lesson?.status ?? '');
  if (isFact) {
    record.missing = lesson?.status === 'no_show_learner' ? 'learner' : 'instructor';
    record.contestBy ||= wireDate(nowMs);
    return false;
  }
  if (auth && auth.id === lesson?.learner) record.missing = 'instructor';
  else if (auth && auth.id === lesson?.teacher) record.missing = 'learner';
  if (record.missing === '') {
    const message = 'Cannot be blank.';
    throw refuseCreate('missing', 'validation_required', message);
  }
  const isLearner = record.missing === 'learner';
  let creditCents = 0;
  let refundCents = 0;
  const outcome = await moveLesson(engine, tx, {
    lesson: id,
    event: isLearner ? 'miss_learner' : 'miss_instructor',
    by: event,
    reason: String(record.text),
    nowMs,
    money: async (facts) => {
      const missed = missedOf(facts);
      const may = mayReportNoShow(missed, nowMs, facts.policy);
      if (!may.ok) throw refuseMove(may.reason, words);
      record.contestBy = wireDate(contestUntil(nowMs, facts.policy));
      if (isLearner) return { settle: learnerMissing(missed).gives };
      creditCents = (await instructorGone(tx, facts)).creditCents;
      refundCents = await findPaidCents(tx, id);
      return { refundCents: 0 };
    },
  });
  if (!outcome.ok) throw refuseMove(outcome.reason, words);
  const feeCents = isLearner ? Number(outcome.before.priceCents) : 0;
  Object.assign(record, { refundCents, creditCents, feeCents });
  return !isLearner;
}

/**
 * What a missing instructor comes to, with who pays the credit. There is none for a lesson that nobody paid. What the learner was given by another
 * decision is not given again; what the platform gave in the instructor's place is the instructor's to give back.
 */
export async function instructorGone(tx: Transaction, facts: Pick<MoneyFacts, 'lesson' | 'policy'>) {
  const lesson = String(facts.lesson.id);
  const [paidCents, given] = [await findPaidCents(tx, lesson), await weighGiven(tx, lesson)];
  const isPaid = paidCents + given.byPlatformCents > 0;
  const goodwill = await weighGoodwill(tx, { ...facts, isPaid });
  const missed = missedOf(facts);
  const priceCents = Math.min(missed.priceCents, given.leftCents);
  return instructorMissing({ ...missed, priceCents, byPlatformCents: given.byPlatformCents }, goodwill, facts.policy);
}

function missedOf({ lesson }: Pick<MoneyFacts, 'lesson'>) {
  return {
    startMs: (lesson.start as Date).getTime(),
    endMs: (lesson.end as Date).getTime(),
    priceCents: Number(lesson.priceCents),
  };
}
