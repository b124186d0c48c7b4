import { databaseErrorCode, type Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { findSlotsOfDay } from '../../../teaching/availability/find-slots.ts';
import type { Booking, BookingOutcome } from './booking.store.ts';
import { isTaken, refuseBooking } from './refuse-booking.ts';

type Asked = { booking: Booking; nowMs: number; isInstructors?: boolean };

/** The lesson that was booked; throws the refusal, which of a taken time brings the day's fresh times along; `isInstructors`: booked by the instructor's own hand. */
export async function bookedOr(
  engine: Engine,
  { booking, nowMs, isInstructors = false }: Asked,
  { refusal, lesson }: BookingOutcome,
): Promise<Row> {
  if (refusal === null) return lesson;
  if (!isTaken(refusal)) throw refuseBooking(refusal, { isInstructors });
  const instantMs = parseInstant(booking.start) ?? nowMs;
  // When somebody drives with others is told to nobody but them.
  const learner = booking.authorId === booking.learner ? booking.learner : '';
  const slots = await findSlotsOfDay(engine.db, { ...booking, learner, nowMs, instantMs });
  throw refuseBooking(refusal, { slots, isInstructors });
}

/** Two bookings that free each other's stale holds may deadlock; the functions have no effect outside the database, so they are called again. */
export async function callAgain<Outcome>(call: () => Promise<Outcome>, attempt = 0): Promise<Outcome> {
  try {
    return await call();
  } catch (error) {
    const code = databaseErrorCode(error);
    if (attempt < 3 && (code === '40P01' || code === '40001')) return callAgain(call, attempt + 1);
    if (code === '23503') {
      throw refuseCreate('learner', 'validation_missing_rel_records', 'There is no such learner.');
    }
    throw error;
  }
}
