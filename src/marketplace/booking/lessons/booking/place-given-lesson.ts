import { rowFromRecord } from '#engine/collections/record-row.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { isoInstant, parseInstant } from '../../../platform/reads/parse-instant.ts';
import { findSlotsOfDay } from '../../../teaching/availability/find-slots.ts';
import { callAgain } from './booked-or.ts';
import { findQuote, placeLesson } from './booking.store.ts';
import { completeState, isLessonLength, isWritableTime } from './complete-state.ts';
import { refuseBooking } from './refuse-booking.ts';

const cannotBeBlank = { code: 'validation_required', message: 'Cannot be blank.' };
const tooLate = { code: 'validation_invalid_value', message: 'Must be before the year 9999 ends.' };
const badLength = { code: 'validation_invalid_value', message: 'Must be 5 to 2880 minutes.' };

/**
 * A lesson as a superuser gives it (api.md): learner, instructor, start, length or end, state and price are taken as facts; only overlap
 * binds. The state is `confirmed` and the price the quote's where none is given.
 */
export async function placeGivenLesson(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record } = event;
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  const nowMs = engine.clock.nowMs();
  const { startMs, durationMinutes } = timesOf(event);
  record.end = isoInstant(startMs + durationMinutes * minuteMs);
  record.durationMinutes = durationMinutes;
  if (record.status === '') record.status = 'confirmed';
  await fillInPrice(engine, event, { durationMinutes, nowMs });
  const { values: policy } = await findPolicyOf(engine.db, Number(record.policyVersion));
  completeState(record, { nowMs, random: engine.random, policy });
  const { columns, values } = rowFromRecord(collection, record);
  const row: Row = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  row._author = event.authorId;
  row._request_hash = event.requestHash;
  const placed = await callAgain(() => engine.db.transaction((tx) => placeLesson(tx, row, nowMs)));
  // Nothing was placed: a create of the same id came in between, or the time is taken.
  const repeated = placed ?? (await findFirstCreate(engine.db, { ...event, collection, id: record.id }));
  if (repeated) return repeated;
  const [instructor, learner] = [String(record.instructor), String(record.learner)];
  const question = { instructor, learner, durationMinutes, nowMs, instantMs: startMs };
  throw refuseBooking('slot_taken', { slots: await findSlotsOfDay(engine.db, question) });
}

async function fillInPrice(
  engine: Engine,
  { record, sent }: RecordEvent,
  { durationMinutes, nowMs }: { durationMinutes: number; nowMs: number },
): Promise<void> {
  const instructor = String(record.instructor);
  const quote = await findQuote(engine.db, { instructor, start: String(record.start), durationMinutes, nowMs });
  if (!quote) throw refuseBooking('no_instructor');
  if (!sent.has('priceCents')) record.priceCents = quote.totalCents;
  if (!sent.has('lines')) {
    const given = [{ kind: 'lesson', text: `${durationMinutes} minutes`, cents: record.priceCents }];
    record.lines = sent.has('priceCents') ? given : quote.lines;
  }
  if (!sent.has('cancellationHours')) record.cancellationHours = quote.cancellationHours;
  if (!sent.has('policyVersion')) record.policyVersion = quote.policyVersion;
}

function timesOf({ record }: RecordEvent): { startMs: number; durationMinutes: number } {
  const errors: ErrorData = {};
  const startMs = parseInstant(String(record.start));
  const endMs = parseInstant(String(record.end));
  let durationMinutes = Number(record.durationMinutes);
  if (durationMinutes === 0 && startMs !== undefined && endMs !== undefined) {
    durationMinutes = (endMs - startMs) / minuteMs;
  }
  if (startMs === undefined) errors.start = cannotBeBlank;
  else if (!isWritableTime(startMs)) errors.start = tooLate;
  if (!isLessonLength(durationMinutes)) errors.durationMinutes = badLength;
  if (record.instructor === '') errors.instructor = cannotBeBlank;
  if (record.learner === '' && record.ownLearner === '') errors.learner = cannotBeBlank;
  if (Object.keys(errors).length > 0 || startMs === undefined) throw badRequest('Failed to create record.', errors);
  return { startMs, durationMinutes };
}
