import { ApiError } from '#engine/http/api-error.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import type { PricedSlot } from '../../../teaching/availability/find-slots.ts';
import { ownHandSentence } from './own-hand-sentence.ts';

type Refusal = { field: string; status: number; message: string };

/** The refusals of a new lesson (api.md), with the sentence a person reads. */
const refusals: Record<string, Refusal> = {
  no_instructor: { field: 'instructor', status: 400, message: 'There is no such instructor.' },
  not_bookable: { field: 'instructor', status: 400, message: 'This instructor can’t be booked for that day.' },
  own_lesson: { field: 'instructor', status: 400, message: 'You can’t book a lesson with yourself.' },
  length_not_offered: { field: 'durationMinutes', status: 400, message: 'This instructor doesn’t offer that length.' },
  class_not_taught: { field: 'licenceClass', status: 400, message: 'This instructor doesn’t teach that class.' },
  too_soon: { field: 'start', status: 400, message: 'That is too soon for this instructor.' },
  too_far: { field: 'start', status: 400, message: 'That is further ahead than this instructor takes bookings.' },
  pdl_expired: {
    field: 'start',
    status: 400,
    message: 'The learner’s provisional licence ends before that day.',
  },
  package_ends: {
    field: 'start',
    status: 400,
    message: 'The package that pays this lesson ends before that day.',
  },
  outside_availability: { field: 'start', status: 400, message: 'The instructor doesn’t work at that time.' },
  uneven_start: { field: 'start', status: 400, message: 'A lesson starts on a whole five minutes, such as 09:05.' },
  slot_taken: { field: 'start', status: 409, message: 'That time is taken.' },
  gap_too_short: { field: 'start', status: 400, message: 'That is too close to another lesson of the instructor.' },
  travel_too_long: {
    field: 'start',
    status: 400,
    message: 'The drive between that pick-up and the instructor’s lesson before or after takes too long.',
  },
  daily_cap: { field: 'start', status: 400, message: 'The instructor’s day is full.' },
  weekly_cap: { field: 'start', status: 400, message: 'The instructor’s week is full.' },
  learner_week_cap: {
    field: 'start',
    status: 400,
    message: 'You have as many lessons that week as this instructor gives one learner.',
  },
  too_many_holds: {
    field: 'start',
    status: 400,
    message: 'You are holding many times already. Pay for one of them, or let it run out.',
  },
  holds_unpaid: {
    field: 'start',
    status: 400,
    message: 'You held several times today without paying. Please wait a while before you hold another.',
  },
  too_many_cancelled: {
    field: 'start',
    status: 400,
    message: 'You called off many lessons today. Please wait until tomorrow before you hold another time.',
  },
  too_many_guests: {
    field: 'start',
    status: 400,
    message:
      'Too many times were held without signing in. Sign in with an email address that you confirmed to hold this one.',
  },
  too_many_unproved: {
    field: 'start',
    status: 400,
    message:
      'People whose email address is not confirmed hold as many times here as they may. Confirm yours to hold this one, or choose another week.',
  },
  too_many_unpaid: {
    field: 'start',
    status: 400,
    message:
      'People who have not paid for a lesson yet hold as much of that week as they may. Pay for a time that you hold first, or choose another week.',
  },
  being_paid: {
    field: 'replaces',
    status: 400,
    message: 'The time you hold is being paid, so it can’t be changed for another.',
  },
  id_reused: { field: 'id', status: 409, message: 'This id was used for something else.' },
};

const codes: Record<string, string> = { no_instructor: 'validation_missing_rel_records' };

/** Whether a refusal says that the time is taken, by whatever. */
export function isTaken(refusal: string): boolean {
  return refusal.split(':')[0] === 'slot_taken';
}

type Told = {
  /** Fresh times of the day for a taken one. */
  slots?: readonly PricedSlot[];
  /** Which of several times it is about. */
  start?: string;
  /** It was the instructor's own hand: they read sentences of their own, and what is in the way. */
  isInstructors?: boolean;
};

/**
 * The error that answers a refused booking; `refusal` is the code, and where the database knows it, after a colon, what is in the way (`inTheWay` of
 * the answer's params), which only the instructor is told.
 */
export function refuseBooking(refusal: string, { slots = [], start, isInstructors = false }: Told = {}): ApiError {
  const [code = '', inTheWay] = refusal.split(':');
  const { field, status, ...known } = refusals[code] ?? {
    field: 'start',
    status: 400,
    message: 'This can’t be booked.',
  };
  const message = (isInstructors ? ownHandSentence(code, inTheWay) : undefined) ?? known.message;
  const fresh = slots.map(({ startMs, endMs, priceCents }) => ({
    start: isoInstant(startMs),
    end: isoInstant(endMs),
    priceCents,
  }));
  const params = {
    ...(code === 'slot_taken' ? { slots: fresh } : {}),
    ...(start ? { start } : {}),
    ...(isInstructors && inTheWay ? { inTheWay } : {}),
  };
  const more = Object.keys(params).length > 0 ? { params } : {};
  return new ApiError(status, message, { [field]: { code: codes[code] ?? code, message, ...more } });
}
