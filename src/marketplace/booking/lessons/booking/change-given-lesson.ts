import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { moneyOfGiven } from '#rules/lessons/lesson-life.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { isoInstant, parseInstant } from '../../../platform/reads/parse-instant.ts';
import type { LessonChanges } from '../lesson-changes.ts';
import { planMoney } from '../lesson-money.ts';
import { moveLesson } from '../move-lesson.ts';
import { freeTime } from './booking.store.ts';
import { completeState, isLessonLength, isWritableTime } from './complete-state.ts';

const keptTrail = {
  sequence: 'The moves of a lesson count it. Change its state or time, and it counts on.',
  policyVersion: 'A lesson keeps the rules it was booked under. Book a new one for other rules.',
};

/**
 * What a superuser changes about a lesson, taken as fact (api.md). A new start moves the end, a new end alone changes the length; a new
 * state gets what belongs to it.
 */
export async function changeGivenLesson(engine: Engine, { record, original, sent, db }: RecordEvent): Promise<void> {
  if (!original) return;
  keepTrail(record, original);
  const startMs = parseInstant(String(record.start));
  const endMs = parseInstant(String(record.end));
  const isChanged = (name: string) => record[name] !== original[name];
  if (startMs !== undefined && ['start', 'end', 'durationMinutes'].some(isChanged)) {
    const isEndGiven = isChanged('end') && endMs !== undefined && !sent.has('durationMinutes');
    const minutes = isEndGiven ? (endMs - startMs) / minuteMs : Number(record.durationMinutes);
    if (!isLessonLength(minutes)) throw refuse('durationMinutes', 'Must be 5 to 2880 minutes.');
    if (!isWritableTime(startMs)) throw refuse('start', 'Must be before the year 9999 ends.');
    record.durationMinutes = minutes;
    record.end = isoInstant(startMs + minutes * minuteMs);
  }
  const nowMs = engine.clock.nowMs();
  if (isChanged('status')) {
    const { values: policy } = await findPolicyOf(db, Number(record.policyVersion));
    completeState(record, { nowMs, random: engine.random, policy });
  }
  await freeTime(db, record, nowMs);
}

/** What its moves count and it was booked under; a lesson is always in one state, and its price has its lines. */
function keepTrail(record: RecordValues, original: RecordValues): void {
  const errors: ErrorData = {};
  for (const [name, message] of Object.entries(keptTrail)) {
    if (record[name] !== original[name]) errors[name] = { code: 'kept_by_the_diary', message };
  }
  if (record.status === '') errors.status = { code: 'validation_required', message: 'Cannot be blank.' };
  if (!Array.isArray(record.lines)) errors.lines = { code: 'validation_invalid_value', message: 'Must be a list.' };
  if (Object.keys(errors).length > 0) throw badRequest('Failed to update record.', errors);
}

/** The state, or the time, that a superuser gives a lesson goes the way of every move and settles its money; what else changed follows it. */
export async function moveGivenLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, original, tx } = event;
  if (!original || ['status', 'start', 'end'].every((name) => record[name] === original[name])) return;
  const nowMs = engine.clock.nowMs();
  const to = record.status as LessonState;
  const outcome = await moveLesson(engine, tx, {
    lesson: record.id,
    event: 'given',
    by: event,
    to,
    changes: changesOf(record),
    money: (facts) => planMoney(to === original.status ? 'none' : moneyOfGiven(to), facts, nowMs),
    nowMs,
  });
  if (!outcome.ok) throw new ApiError(409, 'The lesson was just changed by somebody else. Try again.');
}

function changesOf(record: RecordValues): LessonChanges {
  const timeOf = (name: string) => String(record[name] ?? '') || null;
  return {
    start: String(record.start),
    end: String(record.end),
    durationMinutes: Number(record.durationMinutes),
    holdExpiresAt: timeOf('holdExpiresAt'),
    requestExpiresAt: timeOf('requestExpiresAt'),
    confirmedAt: timeOf('confirmedAt'),
    startCode: String(record.startCode ?? ''),
  };
}

function refuse(field: string, message: string) {
  return badRequest('Failed to update record.', { [field]: { code: 'validation_invalid_value', message } });
}
