import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { answerProposalBy } from '#rules/rescheduling/decide-move.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { isoInstant, parseInstant } from '../../../platform/reads/parse-instant.ts';
import { announceLessonMoved } from '../announcing/announce-lesson-moved.ts';
import { announceProposal } from '../announcing/announce-proposal.ts';
import { refuseBooking } from '../booking/refuse-booking.ts';
import { moveLesson } from '../move-lesson.ts';
import { refuseMove } from '../refuse-move.ts';
import { findMovingLesson, findRescheduleRefusal, lockProposal } from './rescheduling.store.ts';
import { refusalOf, rescheduleWords, sideOf, weighReschedule } from './weigh-reschedule.ts';

/** A lesson gets another time at once, or the other side is asked and answers by a change of the record (domain rule 9). */
export function registerRescheduleHooks(engine: Engine): void {
  engine.hooks.on('reschedules', {
    async beforeWrite(event) {
      if (event.original) await answerProposal(engine, event);
      else await askForTime(engine, event);
    },
    insideCreate: (event) => tellOf(engine, event),
    insideUpdate: (event) => tellOf(engine, event),
    explainViolation(constraint) {
      if (constraint === 'reschedules_one_open') return alreadyProposed();
      const isOverlap = constraint === 'lessons_instructor_overlap' || constraint === 'lessons_learner_overlap';
      return isOverlap ? refuseBooking('slot_taken') : undefined;
    },
  });
}

// What a superuser writes down with a state is a fact of the past and moves nothing.
const isFact = ({ auth, system, sent }: InsideEvent) => (system || auth?.isSuperuser === true) && sent.has('status');

async function askForTime(engine: Engine, event: InsideEvent): Promise<void> {
  const { record } = event;
  const nowMs = engine.clock.nowMs();
  if (isFact(event)) return completeFact(event, nowMs);
  const lesson = String(record.lesson);
  const startMs = parseInstant(String(record.start)) ?? nowMs;
  const weighed = await weighReschedule(event, { lesson, startMs, nowMs });
  record.fromStart = wireDate(weighed.fromMs);
  record.side = weighed.side;
  if (weighed.answerByMs !== undefined) {
    record.status = 'proposed';
    record.answerBy = wireDate(weighed.answerByMs);
    return;
  }
  record.status = 'done';
  await move(engine, event, { startMs, minutes: Number(weighed.lesson.durationMinutes), nowMs });
}

// What a superuser leaves out is as if the learner had asked now.
async function completeFact({ record, tx }: InsideEvent, nowMs: number): Promise<void> {
  const found = await findMovingLesson(tx, String(record.lesson));
  if (!found) return;
  const startMs = (found.lesson.start as Date).getTime();
  record.side ||= 'learner';
  record.fromStart ||= wireDate(startMs);
  if (record.status !== 'proposed') return;
  const newStartMs = parseInstant(String(record.start)) ?? startMs;
  record.answerBy ||= wireDate(answerProposalBy({ startMs, newStartMs, atMs: nowMs }, found.policy));
}

/** The other side's answer, or that whoever asked takes it back: under the lesson's lock, so that of two answers one counts. */
async function answerProposal(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx, sent } = event;
  if (!sent.has('status') || isFact(event)) return;
  const nowMs = engine.clock.nowMs();
  const lesson = String(record.lesson);
  const startMs = parseInstant(String(record.start)) ?? nowMs;
  const wish = { lesson, startMs, nowMs };
  // Both sides agree, so notice, start grid, gap and caps are the instructor's to pass over.
  const refusal = await findRescheduleRefusal(tx, { ...wish, overrides: true });
  const proposal = await lockProposal(tx, record.id);
  if (proposal?.status !== 'proposed') throw refuseAnswer('already_answered', 'This proposal was answered already.');
  if (proposal.answerByMs <= nowMs) throw refuseAnswer('answer_over', 'The time to answer is over.');
  if (record.status === 'refused' || record.status === 'withdrawn') return;
  if (record.status !== 'accepted') throw refuseAnswer('validation_invalid_value', 'Accept or refuse.');
  const [row] = await tx.query('select * from lessons where id = $1', [lesson]);
  if (!row) throw refuseMove('wrong_state', rescheduleWords);
  if (refusal !== null) throw await refusalOf(event, { refusal, lesson: row, wish, side: await sideOf(event, lesson) });
  await move(engine, event, { startMs, minutes: Number(row.durationMinutes), nowMs });
}

async function move(
  engine: Engine,
  event: InsideEvent,
  { startMs, minutes, nowMs }: { startMs: number; minutes: number; nowMs: number },
): Promise<void> {
  const outcome = await moveLesson(engine, event.tx, {
    lesson: String(event.record.lesson),
    event: 'reschedule',
    by: event,
    reason: String(event.record.reason),
    changes: { start: isoInstant(startMs), end: isoInstant(startMs + minutes * minuteMs) },
    nowMs,
  });
  if (!outcome.ok) throw refuseMove(outcome.reason, rescheduleWords);
}

async function tellOf(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, original, tx } = event;
  if (record.status === original?.status || isFact(event)) return;
  if (record.status === 'done' || record.status === 'accepted') await announceLessonMoved(engine, tx, record);
  else await announceProposal(engine, tx, record);
}

function refuseAnswer(code: string, message: string) {
  return badRequest('Failed to update record.', { status: { code, message } });
}

function alreadyProposed() {
  const message = 'Another time is proposed already. Wait for the answer, or answer it first.';
  return refuseCreate('lesson', 'already_proposed', message);
}
