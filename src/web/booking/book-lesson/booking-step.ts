import type { BookingAddress } from '#rules/paths/booking-path.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { isBooked, isOff } from '../../platform/records/lesson-record.ts';
import type { Payment } from '../../platform/records/payment-record.ts';

/**
 * What the booking page shows. Nothing of it is remembered: it follows from the address, the lesson and its latest payment,
 * so a reload, Back and a second tab come to the same step.
 */
export type BookingStep =
  | 'choose_instructor'
  | 'choose_time'
  | 'review'
  | 'pay'
  | 'card_action'
  | 'scan'
  | 'processing'
  | 'hold_over'
  | 'booked'
  | 'off';

/** The step before a time is held. */
export function stepBeforeHold(address: BookingAddress): BookingStep {
  if (!address.instructor) return 'choose_instructor';
  return address.start && address.durationMinutes ? 'review' : 'choose_time';
}

/** The step from the hold on: of a lesson, its latest payment and the server's time. */
export function stepAfterHold(lesson: Lesson, payment: Payment | undefined, nowMs: number): BookingStep {
  if (isBooked(lesson.status)) return 'booked';
  if (lesson.status === 'expired') return 'hold_over';
  if (isOff(lesson.status)) return 'off';
  // Money is on its way: the end of the hold must not ask for a second payment.
  if (payment?.status === 'processing' || payment?.status === 'succeeded') return 'processing';
  if (Date.parse(lesson.holdExpiresAt) <= nowMs) return 'hold_over';
  // A time that was held before signing in has no pick-up yet, and nobody pays a lesson to which the instructor can't come.
  if (payment?.status !== 'requires_action') return lesson.pickup ? 'pay' : 'review';
  return payment.method === 'paynow' ? 'scan' : 'card_action';
}

/** How far along the four visible steps a booking is, from 1 to 4. */
export function stepNumber(step: BookingStep): 1 | 2 | 3 | 4 {
  if (step === 'choose_instructor' || step === 'choose_time') return 1;
  if (step === 'review') return 2;
  return step === 'booked' ? 4 : 3;
}
