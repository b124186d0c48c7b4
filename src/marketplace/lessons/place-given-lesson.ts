import { rowFromRecord } from '#engine/collections/record-row.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { findSlotsOfDay } from '../availability/find-slots.ts';
import { parseInstant } from '../availability/parse-instant.ts';
import { findQuote, placeLesson } from './lessons.store.ts';
import { refuseBooking } from './refuse-booking.ts';

const minuteMs = 60_000;
const cannotBeBlank = { code: 'validation_required', message: 'Cannot be blank.' };

/**
 * A lesson as a superuser gives it (api.md): learner, instructor, start, length or end, state and price are taken as facts; only overlap
 * binds. The state is `confirmed` and the price the quote's where none is given.
 */
export async function placeGivenLesson(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record, body } = event;
  if (typeof body.fields.id === 'string') {
    const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
    if (first) return first;
  }
  const { startMs, durationMinutes } = timesOf(event);
  record.end = new Date(startMs + durationMinutes * minuteMs).toISOString();
  record.durationMinutes = durationMinutes;
  if (record.status === '') record.status = 'confirmed';
  const instructor = String(record.instructor);
  const quote = await findQuote(engine.db, { instructor, start: String(record.start), durationMinutes });
  if (!quote) throw refuseBooking('no_instructor');
  if (body.fields.priceCents === undefined) record.priceCents = quote.totalCents;
  if (body.fields.lines === undefined) {
    const given = [{ kind: 'lesson', text: `${durationMinutes} minutes`, cents: record.priceCents }];
    record.lines = body.fields.priceCents === undefined ? quote.lines : given;
  }
  if (body.fields.cancellationHours === undefined) record.cancellationHours = quote.cancellationHours;
  if (body.fields.policyVersion === undefined) record.policyVersion = 1;
  const nowMs = engine.clock.nowMs();
  if (record.status === 'held' && record.holdExpiresAt === '') {
    record.holdExpiresAt = new Date(nowMs + 15 * minuteMs).toISOString();
  }
  const { columns, values } = rowFromRecord(collection, record);
  const row: Row = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  row._author = event.authorId;
  row._request_hash = event.requestHash;
  const placed = await engine.db.transaction((tx) => placeLesson(tx, row, nowMs));
  if (placed) return placed;
  const question = { instructor, durationMinutes, nowMs, instantMs: startMs };
  throw refuseBooking('slot_taken', await findSlotsOfDay(engine.db, question));
}

function timesOf({ record }: RecordEvent): { startMs: number; durationMinutes: number } {
  const errors: ErrorData = {};
  const startMs = parseInstant(String(record.start));
  const endMs = parseInstant(String(record.end));
  let durationMinutes = Number(record.durationMinutes);
  if (durationMinutes === 0 && startMs !== undefined && endMs !== undefined)
    durationMinutes = (endMs - startMs) / minuteMs;
  if (startMs === undefined) errors.start = cannotBeBlank;
  if (!Number.isInteger(durationMinutes) || durationMinutes < 5 || durationMinutes > 2880) {
    errors.durationMinutes = { code: 'validation_invalid_value', message: 'Must be 5 to 2880 minutes.' };
  }
  for (const field of ['learner', 'instructor']) if (record[field] === '') errors[field] = cannotBeBlank;
  if (Object.keys(errors).length > 0 || startMs === undefined) throw badRequest('Failed to create record.', errors);
  return { startMs, durationMinutes };
}
