import { databaseErrorCode, type Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findSlotsOfDay, type PricedSlot } from '../../availability/find-slots.ts';
import { parseInstant } from '../../availability/parse-instant.ts';
import { isAdmin } from '../../reads/require-right.ts';
import {
  type Booking,
  type BookingCall,
  callBookLesson,
  findInstructorUser,
  findOwnLearnerUser,
  isLearnerOf,
} from './booking.store.ts';
import { placeGivenLesson } from './place-given-lesson.ts';
import { refuseBooking } from './refuse-booking.ts';

const cannotBeBlank = { code: 'validation_required', message: 'Cannot be blank.' };

/** Creates a lesson: holds the time for its learner, in one call of the database (booking model, section 9). */
export async function bookLesson(engine: Engine, event: RecordEvent): Promise<Row> {
  if (event.system || event.auth?.isSuperuser) return placeGivenLesson(engine, event);
  const { learner, overrides } = await rightsOf(engine, event);
  const booking = bookingOf(event, learner);
  const nowMs = engine.clock.nowMs();
  const { refusal, lesson } = await bookWithRetries(engine, { booking, nowMs, overrides, replaces: replacedBy(event) });
  if (refusal === null) return lesson;
  const slots = refusal === 'slot_taken' ? await slotsOfThatDay(engine, booking, nowMs) : [];
  throw refuseBooking(refusal, slots);
}

// Learners book for themselves only. An instructor books for a learner of theirs, an admin for anyone; both override notice, gap and caps.
async function rightsOf(
  engine: Engine,
  { auth, record, body }: RecordEvent,
): Promise<{ learner: string; overrides: boolean }> {
  const own = auth?.id ?? '';
  const instructor = String(record.instructor);
  const learner =
    (await joinedLearner(engine, { instructor, ownLearner: body.fields.ownLearner })) ?? String(record.learner);
  if (learner === '' || learner === own) return { learner: own, overrides: false };
  if (auth && isAdmin(auth)) return { learner, overrides: true };
  const isOwnDiary = (await findInstructorUser(engine.db, instructor)) === own;
  if (isOwnDiary && (await isLearnerOf(engine.db, learner, instructor))) return { learner, overrides: true };
  const message = isOwnDiary
    ? 'You can book for learners who booked with you or wrote to you before.'
    : 'Only the instructor can book for somebody else.';
  throw badRequest('Failed to create record.', { learner: { code: 'not_allowed', message } });
}

// "My learner" is who joined by the instructor's code; a name in a book has no account to hold a lesson for.
async function joinedLearner(
  engine: Engine,
  { instructor, ownLearner }: { instructor: string; ownLearner: unknown },
): Promise<string | undefined> {
  if (typeof ownLearner !== 'string' || ownLearner === '') return undefined;
  const user = await findOwnLearnerUser(engine.db, { instructor, ownLearner });
  if (user) return user;
  const known = user === '';
  const message = known ? 'They have not joined yet. Give them the code.' : 'There is no such learner of yours.';
  const code = known ? 'not_joined' : 'validation_missing_rel_records';
  throw badRequest('Failed to create record.', { ownLearner: { code, message } });
}

/** The held time that the new one stands for: it is let go if this one can be had, and stays if not. */
function replacedBy({ body }: RecordEvent): string {
  const { replaces } = body.fields;
  return typeof replaces === 'string' && /^[a-z0-9]{15}$/.test(replaces) ? replaces : '';
}

function bookingOf({ record, sent, requestHash, authorId }: RecordEvent, learner: string): Booking {
  const errors: ErrorData = {};
  if (parseInstant(String(record.start)) === undefined) errors.start = cannotBeBlank;
  if (!(Number(record.durationMinutes) > 0)) errors.durationMinutes = cannotBeBlank;
  if (record.instructor === '') errors.instructor = cannotBeBlank;
  if (sent.has('id') && !/^[a-z0-9]{15}$/.test(record.id)) {
    errors.id = { code: 'validation_invalid_format', message: 'Invalid value format.' };
  }
  if (Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
  return {
    id: record.id,
    authorId,
    requestHash,
    learner,
    instructor: String(record.instructor),
    start: String(record.start),
    // Nobody offers a length beyond two days; a larger number need not reach the database.
    durationMinutes: Math.min(Number(record.durationMinutes), 100_000),
    pickup: String(record.pickup),
    postalCode: String(record.postalCode),
    note: String(record.note),
  };
}

// Two bookings that free each other's stale holds may deadlock; the function has no effect outside the database, so it is called again.
async function bookWithRetries(
  engine: Engine,
  call: BookingCall,
  attempt = 0,
): Promise<Awaited<ReturnType<typeof callBookLesson>>> {
  try {
    return await callBookLesson(engine.db, call);
  } catch (error) {
    const code = databaseErrorCode(error);
    if (attempt < 3 && (code === '40P01' || code === '40001')) return bookWithRetries(engine, call, attempt + 1);
    if (code === '23503') {
      throw badRequest('Failed to create record.', {
        learner: { code: 'validation_missing_rel_records', message: 'There is no such learner.' },
      });
    }
    throw error;
  }
}

async function slotsOfThatDay(engine: Engine, booking: Booking, nowMs: number): Promise<PricedSlot[]> {
  const startMs = parseInstant(booking.start) ?? nowMs;
  return findSlotsOfDay(engine.db, { ...booking, nowMs, instantMs: startMs });
}
