import { createHash } from 'node:crypto';
import { canonicalJson } from '#engine/canonical-json.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound, unauthorized } from '#engine/http/api-error.ts';
import { wideNetworkOf } from '#engine/http/client-ip.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { GuestHoldAnswer, GuestHoldClaimAnswer } from '#wire/booking.ts';
import { isoInstant, mayBeAsked, parseInstant } from '../../../platform/reads/parse-instant.ts';
import { publishLesson } from '../tell-of-move.ts';
import { bookedOr, callAgain } from './booked-or.ts';
import { type Booking, callClaimGuestHold, callHoldForGuest, callReleaseGuestHold } from './booking.store.ts';
import { networkDigest } from './network-digest.ts';
import { refuseBooking } from './refuse-booking.ts';

/** How many times guests of one network address may hold a time in an hour; a further one signs in first. */
const holdsPerHour = 20;

const cannotBeBlank = { code: 'validation_required', message: 'Cannot be blank.' };
const notAsked = { code: 'validation_invalid_value', message: 'Must be a time in the years 2000 to 2200.' };
const invalidFormat = { code: 'validation_invalid_format', message: 'Invalid value format.' };

/** A time held before signing in: held, given to the account, let go. Whoever knows the browser's secret does so; the server keeps its digest. */
export function guestHoldRoutes(engine: Engine): Route[] {
  return [holdRoute(engine), claimRoute(engine), releaseRoute(engine)];
}

/**
 * POST /api/marketplace/guest-holds {id, secret, instructor, start, durationMinutes}: holds a time for a guest, as long as a learner would hold it.
 * One at a time for a secret: a second stands for the first, which is let go only if the new one can be had, and ends when it would have ended. Repeatable
 * by its id. Refusals are those of a lesson, and `too_many_guests`.
 */
function holdRoute(engine: Engine): Route<GuestHoldAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/guest-holds',
    async handle({ auth, body, ip }) {
      if (auth) throw badRequest('You are signed in: create a lesson instead.');
      const { fields } = await body();
      const guest = guestOf(fields);
      const booking = bookingOf(fields, { guest, network: networkDigest(engine, ip) });
      const nowMs = engine.clock.nowMs();
      const message = 'Too many times were held from here without signing in. Sign in to hold this one.';
      const key = `guest-hold:${wideNetworkOf(ip)}`;
      await refuseTooManyAttempts(engine, { key, max: holdsPerHour, seconds: 3600, message });
      const outcome = await callAgain(() => callHoldForGuest(engine.db, { booking, guest, nowMs }));
      const lesson = await bookedOr(engine, { booking, nowMs }, outcome);
      publishLesson(engine, lesson);
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: heldOf(lesson) };
    },
  };
}

/**
 * POST /api/marketplace/guest-holds/claim {secret}: gives the hold to the signed-in learner, `{lesson}`; asking again answers the same. 404
 * when there is none (any more); refused as booking it would be, and then it stays the guest's.
 */
function claimRoute(engine: Engine): Route<GuestHoldClaimAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/guest-holds/claim',
    async handle({ auth, body }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const guest = guestOf((await body()).fields);
      const call = { guest, learner: auth.id, nowMs: engine.clock.nowMs() };
      const { refusal, lesson } = await callAgain(() => callClaimGuestHold(engine.db, call));
      if (refusal === 'no_hold') throw notFound();
      if (refusal !== null) throw refuseBooking(refusal);
      publishLesson(engine, lesson);
      return { status: 200, body: { lesson: String(lesson.id) } };
    },
  };
}

/** POST /api/marketplace/guest-holds/release {secret}: lets the hold go; 204 also when there is none. */
function releaseRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/guest-holds/release',
    async handle({ body }) {
      const guest = guestOf((await body()).fields);
      const lesson = await callReleaseGuestHold(engine.db, { guest, nowMs: engine.clock.nowMs() });
      if (lesson) publishLesson(engine, lesson);
      return { status: 204 };
    },
  };
}

/** A held lesson as the database has it. */
type Held = Omit<GuestHoldAnswer, 'start' | 'end' | 'holdExpiresAt'> & { start: Date; end: Date; holdExpiresAt: Date };

function heldOf(lesson: Row): GuestHoldAnswer {
  const { id, instructor, start, end, durationMinutes, status, priceCents, lines, holdExpiresAt } = lesson as Held;
  return {
    id,
    instructor,
    start: isoInstant(start.getTime()),
    end: isoInstant(end.getTime()),
    durationMinutes,
    status,
    priceCents,
    lines,
    holdExpiresAt: isoInstant(holdExpiresAt.getTime()),
  };
}

/** The digest of the secret, which the browser chose by chance. */
function guestOf({ secret }: Record<string, unknown>): string {
  if (typeof secret !== 'string' || secret === '') throw refuse({ secret: cannotBeBlank });
  if (!/^[\w-]{32,64}$/.test(secret)) throw refuse({ secret: invalidFormat });
  return digestOf(secret);
}

function bookingOf(
  { id, instructor, start, durationMinutes }: Record<string, unknown>,
  { guest, network }: { guest: string; network: string },
): Booking {
  const errors: ErrorData = {};
  if (typeof id !== 'string' || !/^[a-z0-9]{15}$/.test(id)) errors.id = invalidFormat;
  if (typeof instructor !== 'string' || instructor === '') errors.instructor = cannotBeBlank;
  const startMs = typeof start === 'string' ? parseInstant(start) : undefined;
  if (startMs === undefined) errors.start = cannotBeBlank;
  else if (!mayBeAsked(startMs)) errors.start = notAsked;
  if (!(Number.isInteger(durationMinutes) && Number(durationMinutes) > 0)) errors.durationMinutes = cannotBeBlank;
  if (Object.keys(errors).length > 0) throw refuse(errors);
  return {
    id: String(id),
    authorId: '',
    requestHash: digestOf(canonicalJson({ guest, instructor, start, durationMinutes })),
    learner: '',
    instructor: String(instructor),
    start: isoInstant(startMs ?? 0),
    // Nobody offers a length beyond two days; a larger number need not reach the database.
    durationMinutes: Math.min(Number(durationMinutes), 100_000),
    pickup: '',
    postalCode: '',
    note: '',
    licenceClass: '',
    network,
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function refuse(errors: ErrorData) {
  return badRequest('Something went wrong while processing your request.', errors);
}
