import { z } from 'zod';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { finishedMs } from '#rules/lessons/finish-time.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { planLateRefund } from '../absences/late-refund.ts';
import { announceLessonLogged } from '../announcing/announce-lesson-logged.ts';
import { moveLesson } from '../move-lesson.ts';
import { type MoveWords, refuseMove } from '../refuse-move.ts';
import { findTimes, isTaught } from './teaching.store.ts';

const refusal = 'Failed to create record.';
const updateRefusal = 'Failed to update record.';
const words: MoveWords = {
  too_early: ['too_early', 'A lesson can be finished once its time has begun.'],
};

const logged = z
  .array(z.object({ skill: z.string().trim().min(1).max(100), level: z.int().min(1).max(5) }))
  .max(60)
  .refine((list) => new Set(list.map(({ skill }) => skill)).size === list.length);

const mockTest = z.object({
  faults: z.union([z.int().min(0).max(1000), z.array(z.unknown()).max(200)]).optional(),
  points: z.int().min(0).max(1000),
  failed: z.boolean(),
});

/** A lesson is completed when its instructor says what was practised: levels 1 to 5 by skill, notes, a mock test's result. */
export function registerLessonLogHooks(engine: Engine): void {
  engine.hooks.on('lesson_logs', {
    beforeCreate: async (event) => checkLog(event, refusal),
    beforeUpdate: async (event) => changeLog(engine, event),
    beforeWrite: async (event) => {
      if (!event.original) await noteFinish(engine, event);
    },
    insideCreate: (event) => logLesson(engine, event),
    explainViolation: (constraint) => (constraint === 'lesson_logs_once' ? notLoggable() : undefined),
  });
}

/** A log can be put right for so long after it was sent. */
const changeableMs = 24 * 3_600_000;

function changeLog(engine: Engine, event: RecordEvent): void {
  const isTrusted = event.system || event.auth?.isSuperuser === true;
  const sentMs = Date.parse(String(event.original?.created ?? ''));
  if (!isTrusted && engine.clock.nowMs() >= sentMs + changeableMs) {
    throw badRequest(updateRefusal, {
      lesson: { code: 'too_late', message: 'What was practised can be changed for a day after it was sent.' },
    });
  }
  checkLog(event, updateRefusal);
}

function checkLog({ record }: RecordEvent, message: string): void {
  const given = logged.safeParse(record.skills ?? []);
  if (!given.success) throw refuse(message, { skills: 'Each skill once, with a level from 1 to 5.' });
  record.skills = given.data;
  if (record.mockTest === null) return;
  const test = mockTest.safeParse(record.mockTest);
  if (!test.success) throw refuse(message, { mockTest: 'Give the points, and whether the test was failed.' });
  record.mockTest = test.data;
}

// A device that had no network kept it: what was pressed in time counts as done in time, within bounds (`finishedMs`).
async function noteFinish(engine: Engine, { record, tx }: InsideEvent): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const lesson = await findTimes(tx, String(record.lesson));
  if (!lesson) return;
  const { values: policy } = await findPolicyOf(tx, lesson.policyVersion);
  const pressedMs = parseInstant(String(record.finishedAt ?? ''));
  record.finishedAt = wireDate(finishedMs(pressedMs, { ...lesson, nowMs }, policy));
}

// A lesson that ended without a log, because staff or the clock ended it, can still get one.
async function logLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const lesson = String(event.record.lesson);
  const nowMs = engine.clock.nowMs();
  const outcome = await moveLesson(engine, event.tx, {
    lesson,
    event: 'complete',
    by: event,
    money: (facts) => planLateRefund(event.tx, facts, parseInstant(String(event.record.finishedAt)) ?? nowMs),
    nowMs,
  });
  if (outcome.ok) return;
  if (outcome.reason !== 'wrong_state') throw refuseMove(outcome.reason, words);
  if (!(await isTaught(event.tx, lesson))) throw notLoggable();
  await announceLessonLogged(engine, event.tx, { id: lesson });
}

function notLoggable() {
  return badRequest(refusal, {
    lesson: { code: 'not_loggable', message: 'Only a lesson that was started and is not logged yet can be logged.' },
  });
}

function refuse(message: string, wrong: Record<string, string>) {
  const fields = Object.entries(wrong).map(([field, said]) => [
    field,
    { code: 'validation_invalid_value', message: said },
  ]);
  return badRequest(message, Object.fromEntries(fields));
}
