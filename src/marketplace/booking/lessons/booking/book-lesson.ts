import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { readWeeks } from '#rules/lessons/weekly-series.ts';
import { findPostalSector } from '#rules/places/postal-sectors.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { isAdmin } from '../../../platform/reads/require-right.ts';
import { noteAskedPlace } from '../../../teaching/availability/asked-places.ts';
import { bookedOr, callAgain } from './booked-or.ts';
import {
  type Booking,
  callBookLesson,
  callBookOwnLesson,
  findConsidersTravel,
  findInstructorUser,
  findOwnLearnerUser,
  isLearnerOf,
} from './booking.store.ts';
import { holdSeries } from './hold-series.ts';
import { networkDigest } from './network-digest.ts';
import { placeGivenLesson } from './place-given-lesson.ts';

const cannotBeBlank = { code: 'validation_required', message: 'Cannot be blank.' };

/**
 * Creates a lesson: holds the time for its learner, in one call of the database (booking model, section 9). Of an own learner without an
 * account it stands in the diary at once: what it costs is paid to the instructor.
 */
export async function bookLesson(engine: Engine, event: RecordEvent): Promise<Row> {
  if (event.system || event.auth?.isSuperuser) return placeGivenLesson(engine, event);
  const { learner, ownLearner, overrides } = await rightsOf(engine, event);
  const booking = bookingOf(engine, event, learner);
  const nowMs = engine.clock.nowMs();
  if (!overrides) await refuseManyPlaces(engine, booking);
  const weeks = weeksIn(event, { learner, overrides });
  if (weeks.length > 1) return holdSeries(engine, { booking, weeks, nowMs, replaces: replacedBy(event) });
  const call = () =>
    ownLearner
      ? callBookOwnLesson(engine.db, { booking, nowMs, ownLearner })
      : callBookLesson(engine.db, { booking, nowMs, overrides, replaces: replacedBy(event) });
  const isInstructors = overrides && !(event.auth && isAdmin(event.auth));
  return bookedOr(engine, { booking, nowMs, isInstructors }, await callAgain(call));
}

// Refused or not, a booking for a pick-up tells where the lessons around it are, as free times do.
async function refuseManyPlaces(engine: Engine, booking: Booking): Promise<void> {
  const pickup = findPostalSector(booking.postalCode);
  if (!pickup || (await noteAskedPlace(engine, booking.learner, pickup.sector))) return;
  if (!(await findConsidersTravel(engine.db, booking.instructor))) return;
  const message = 'You asked for pick-ups in five other parts of the island this week. Choose one of those, or wait.';
  throw refuseCreate('postalCode', 'too_many_places', message);
}

type BookingRights = { learner: string; ownLearner?: string; overrides: boolean };

// Learners book for themselves only. An instructor books for a learner of theirs, an admin for anyone; both override notice, gap and caps.
async function rightsOf(engine: Engine, { auth, record, body }: RecordEvent): Promise<BookingRights> {
  const own = auth?.id ?? '';
  const instructor = String(record.instructor);
  const named = await namedLearner(engine, { instructor, ownLearner: body.fields.ownLearner });
  const isOwnDiary = async () => (await findInstructorUser(engine.db, instructor)) === own;
  if (named?.user === '') {
    if (!(auth && isAdmin(auth)) && !(await isOwnDiary())) throw noSuchOwnLearner();
    return { learner: '', ownLearner: named.id, overrides: true };
  }
  const learner = named?.user ?? String(record.learner);
  if (learner === '' || learner === own) return { learner: own, overrides: false };
  if (auth && isAdmin(auth)) return { learner, overrides: true };
  const isTheirs = await isOwnDiary();
  if (isTheirs && (await isLearnerOf(engine.db, learner, instructor))) return { learner, overrides: true };
  const message = isTheirs
    ? 'You can book for learners who booked with you or wrote to you before.'
    : 'Only the instructor can book for somebody else.';
  throw refuseCreate('learner', 'not_allowed', message);
}

// The own learner whom a lesson names in place of its learner, with their account once they joined.
async function namedLearner(
  engine: Engine,
  { instructor, ownLearner }: { instructor: string; ownLearner: unknown },
): Promise<{ id: string; user: string } | undefined> {
  if (typeof ownLearner !== 'string' || ownLearner === '') return undefined;
  const user = await findOwnLearnerUser(engine.db, { instructor, ownLearner });
  if (user === undefined) throw noSuchOwnLearner();
  return { id: ownLearner, user };
}

function noSuchOwnLearner() {
  const message = 'There is no such learner of yours.';
  return refuseCreate('ownLearner', 'validation_missing_rel_records', message);
}

// Who books for somebody else has no time held: what they write into the diary they write one by one.
function weeksIn({ body }: RecordEvent, { learner, overrides }: BookingRights): number[] {
  if (body.fields.weeks === undefined) return [0];
  const weeks = readWeeks(body.fields.weeks);
  if (weeks && (weeks.length === 1 || (learner !== '' && !overrides))) return weeks;
  const error = weeks
    ? { code: 'not_allowed', message: 'Learners book several weeks for themselves only.' }
    : { code: 'validation_invalid_value', message: 'Must be weeks from 0 to 4, 0 first, each once.' };
  throw badRequest('Failed to create record.', { weeks: error });
}

/** The held time that the new one stands for: it is let go if this one can be had, and stays if not. */
function replacedBy({ body }: RecordEvent): string {
  const { replaces } = body.fields;
  return typeof replaces === 'string' && /^[a-z0-9]{15}$/.test(replaces) ? replaces : '';
}

function bookingOf(
  engine: Engine,
  { record, body, sent, requestHash, authorId, from }: RecordEvent,
  learner: string,
): Booking {
  const errors: ErrorData = {};
  if (parseInstant(String(record.start)) === undefined) errors.start = cannotBeBlank;
  // 0 and less are lengths that nobody offers; only what is no number at all is missing.
  if (!Number(record.durationMinutes) && body.fields.durationMinutes !== 0) errors.durationMinutes = cannotBeBlank;
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
    licenceClass: String(record.licenceClass),
    network: from ? networkDigest(engine, from.ip) : '',
  };
}
