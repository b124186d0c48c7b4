import type { Queryable, Row } from '#engine/database/database.ts';
import { wasBooked } from '../../../platform/reads/states-in.ts';

export type Booking = {
  id: string;
  authorId: string;
  requestHash: string;
  learner: string;
  instructor: string;
  start: string;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  note: string;
  /** For which class of licence; empty: as the instructor teaches, or as the last time. */
  licenceClass: string;
  /** The digest of the network that asks (`networkDigest`), or empty where it is not known. */
  network: string;
};

export type BookingOutcome = { refusal: string | null; lesson: Row };

/** `overrides` is the instructor's own hand or staff's: it lifts notice, start grid, gap and caps, and of an own learner the open hours; `replaces` is a time held by the same learner that the new one stands for, or empty. */
export type BookingCall = { booking: Booking; nowMs: number; overrides: boolean; replaces?: string };

const bookingArguments = `row($1::text, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::integer, $8::text, $9::text, $10::text, $12::text, null, $13::text, $14::text)::booking`;
const atArgument = 'to_timestamp($11::double precision / 1000)';

function parametersOf(b: Booking, nowMs: number, guest = ''): unknown[] {
  const what = [b.id, b.authorId, b.requestHash, b.learner, b.instructor, b.start, b.durationMinutes];
  return [...what, b.pickup, b.postalCode, b.note, nowMs, guest, b.network, b.licenceClass];
}

function outcomeOf([row = {}]: readonly Row[]): BookingOutcome {
  const { refusal, ...lesson } = row;
  return { refusal: typeof refusal === 'string' ? refusal : null, lesson };
}

/** Books in one round trip; see db/functions/booking.sql. */
export async function callBookLesson(
  db: Queryable,
  { booking, nowMs, overrides, replaces = '' }: BookingCall,
): Promise<BookingOutcome> {
  const rows = await db.query(
    `select r.refusal, (r.lesson).* from book_lesson_instead($16, ${bookingArguments}, ${atArgument}, $15::boolean) r`,
    [...parametersOf(booking, nowMs), overrides, replaces],
  );
  return outcomeOf(rows);
}

export type SeriesOutcome = { refusal: string | null; refusedStart: Date | null; lessons: Row[] };

/** Holds a time and the same of later weeks, all or none, in one round trip; see db/functions/series.sql. */
export async function callHoldSeries(
  db: Queryable,
  { booking, weeks, nowMs, replaces }: { booking: Booking; weeks: readonly number[]; nowMs: number; replaces: string },
): Promise<SeriesOutcome> {
  const rows = await db.query(
    `select r.refusal as _refusal, r.refused_start as "_refusedStart", (r.lesson).* from hold_series(${bookingArguments}, $15::integer[], $16, ${atArgument}) r`,
    [...parametersOf(booking, nowMs), weeks, replaces],
  );
  const [{ _refusal: refusal, _refusedStart: refusedStart } = {}] = rows;
  return {
    refusal: typeof refusal === 'string' ? refusal : null,
    refusedStart: refusedStart instanceof Date ? refusedStart : null,
    lessons: rows.map(({ _refusal, _refusedStart, ...lesson }) => lesson),
  };
}

/** Writes a lesson of an own learner without an account into the diary, in one round trip. */
export async function callBookOwnLesson(
  db: Queryable,
  { booking, nowMs, ownLearner }: { booking: Booking; nowMs: number; ownLearner: string },
): Promise<BookingOutcome> {
  const rows = await db.query(
    `select r.refusal, (r.lesson).* from book_own_lesson(${bookingArguments}, $15, ${atArgument}) r`,
    [...parametersOf(booking, nowMs), ownLearner],
  );
  return outcomeOf(rows);
}

/** Holds a time for somebody who has not signed in, known by the digest of their browser's secret. */
export async function callHoldForGuest(
  db: Queryable,
  { booking, guest, nowMs }: { booking: Booking; guest: string; nowMs: number },
): Promise<BookingOutcome> {
  const rows = await db.query(
    `select r.refusal, (r.lesson).* from hold_for_guest(${bookingArguments}, ${atArgument}) r`,
    parametersOf(booking, nowMs, guest),
  );
  return outcomeOf(rows);
}

/** Gives a guest's hold to an account. */
export async function callClaimGuestHold(
  db: Queryable,
  { guest, learner, nowMs }: { guest: string; learner: string; nowMs: number },
): Promise<BookingOutcome> {
  const rows = await db.query(
    `select r.refusal, (r.lesson).* from claim_guest_hold($1, $2, to_timestamp($3::double precision / 1000)) r`,
    [guest, learner, nowMs],
  );
  return outcomeOf(rows);
}

/** Lets a guest's hold go; undefined when there is none. */
export async function callReleaseGuestHold(
  db: Queryable,
  { guest, nowMs }: { guest: string; nowMs: number },
): Promise<Row | undefined> {
  const rows = await db.query(
    'select l.* from release_guest_hold($1, to_timestamp($2::double precision / 1000)) l where l.id is not null',
    [guest, nowMs],
  );
  return rows[0];
}

/** The user an instructor is, or undefined when there is no such instructor. */
export async function findInstructorUser(db: Queryable, instructor: string): Promise<string | undefined> {
  const rows = await db.query<{ user: string }>('select "user" from instructors where id = $1', [instructor]);
  return rows[0]?.user;
}

/** Whether an instructor leaves time for the drive between two pick-ups. */
export async function findConsidersTravel(db: Queryable, instructor: string): Promise<boolean> {
  const rows = await db.query('select 1 from instructors where id = $1 and "considersTravel"', [instructor]);
  return rows.length > 0;
}

/** The account of an instructor's own learner: '' before they joined, undefined when there is none of that id. */
export async function findOwnLearnerUser(
  db: Queryable,
  { instructor, ownLearner }: { instructor: string; ownLearner: string },
): Promise<string | undefined> {
  const rows = await db.query<{ user: string }>('select "user" from own_learners where id = $1 and instructor = $2', [
    ownLearner,
    instructor,
  ]);
  return rows[0]?.user;
}

/** True when the two have a lesson that was booked or whose time is held just now, write to each other, or one brought the other along. */
export async function isLearnerOf(db: Queryable, learner: string, instructor: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 where exists (select 1 from lessons l where l.learner = $1 and l.instructor = $2
         and (l.status = 'held' or ${wasBooked('l')}))
       or exists (select 1 from conversations where learner = $1 and instructor = $2)
       or exists (select 1 from own_learners where "user" = $1 and instructor = $2)`,
    [learner, instructor],
  );
  return rows.length > 0;
}

/** Puts a lesson in the diary as given, bound by overlap alone; undefined when the time is taken. Takes the calendars' locks first. */
export async function placeLesson(tx: Queryable, lesson: Row, nowMs: number): Promise<Row | undefined> {
  const place = [lesson.instructor, lesson.learner, lesson.start, lesson.end, nowMs];
  for (const step of ['lock_calendars', 'expire_holds']) {
    await tx.query(`select ${step}($1, $2, tstzrange($3, $4, '[)'), to_timestamp($5::double precision / 1000))`, place);
  }
  const columns = Object.keys(lesson);
  const rows = await tx.query(
    `insert into lessons (${columns.map((column) => `"${column}"`).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict do nothing returning *`,
    Object.values(lesson),
  );
  return rows[0];
}

/** Frees a lesson's time of holds that ran out. */
export async function freeTime(db: Queryable, lesson: Row, nowMs: number): Promise<void> {
  await db.query(
    `select lock_calendars(b.instructor, b.learner, b.span, b.at), expire_holds(b.instructor, b.learner, b.span, b.at)
     from (select $1 as instructor, $2 as learner, tstzrange($3, $4, '[)') as span, to_timestamp($5::double precision / 1000) as at) b`,
    [lesson.instructor, lesson.learner, lesson.start, lesson.end, nowMs],
  );
}

export type GivenQuote = { lines: unknown; totalCents: number; cancellationHours: number; policyVersion: number };

/** The lines and the total that a lesson of an instructor would cost, and the terms it would be booked under. */
export async function findQuote(
  db: Queryable,
  {
    instructor,
    start,
    durationMinutes,
    nowMs,
  }: { instructor: string; start: string; durationMinutes: number; nowMs: number },
): Promise<GivenQuote | undefined> {
  const rows = await db.query<GivenQuote>(
    `select q.lines, lines_total(q.lines) as "totalCents", i."cancellationHours",
       policy_version(to_timestamp($4::double precision / 1000)) as "policyVersion"
     from instructors i cross join lateral (select lesson_lines(i, $2::timestamptz, $3::integer) as lines) q where i.id = $1`,
    [instructor, start, durationMinutes, nowMs],
  );
  return rows[0];
}

/** Forgets where people came from whose holds ended a day ago. */
export async function forgetHoldNetworks(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `delete from _hold_networks where until <= to_timestamp($1::double precision / 1000) - interval '24 hours'`,
    [nowMs],
  );
}

/** held → expired for holds that ran out, oldest first, at most 200 at a time; answers the lessons. */
export async function expireDueHolds(db: Queryable, nowMs: number): Promise<Row[]> {
  return db.query('select * from expire_due_holds(to_timestamp($1::double precision / 1000), 200)', [nowMs]);
}
