import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { isoInstant, parseInstant } from '../availability/parse-instant.ts';
import { findPolicyOf } from '../policies/find-policy.ts';
import { completeState, isLessonLength, isWritableTime } from './complete-lesson.ts';
import { freeTime } from './lessons.store.ts';

const minuteMs = 60_000;

/**
 * What a superuser changes about a lesson, taken as fact (api.md). A new start moves the end, a new end alone changes the length; a new
 * state gets what belongs to it.
 */
export async function changeGivenLesson(engine: Engine, { record, original, sent, db }: RecordEvent): Promise<void> {
  if (!original) return;
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

function refuse(field: string, message: string) {
  return badRequest('Failed to update record.', { [field]: { code: 'validation_invalid_value', message } });
}
