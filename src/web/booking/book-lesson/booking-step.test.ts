import { describe, expect, test } from 'vitest';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { readBookingAddress } from '../../platform/ground/booking-address.ts';
import type { Lesson, LessonStatus } from '../../platform/records/lesson-record.ts';
import type { Payment, PaymentStatus } from '../../platform/records/payment-record.ts';
import { stepAfterHold, stepBeforeHold, stepNumber } from './booking-step.ts';

const now = Date.parse('2026-12-01T02:00:00Z');
const lesson = (status: LessonStatus, holdExpiresAt = '2026-12-01 02:10:00.000Z'): Lesson => ({
  id: 'lessonlesson001',
  instructor: 'instructor00001',
  learner: 'learnerlearner1',
  ownLearner: '',
  start: '2026-12-05 02:00:00.000Z',
  end: '2026-12-05 03:00:00.000Z',
  durationMinutes: 60,
  pickup: 'Bedok MRT',
  postalCode: '460001',
  note: '',
  status,
  priceCents: 6600,
  lines: [],
  holdExpiresAt,
  requestExpiresAt: '',
  cancellationHours: 24,
  created: '2026-12-01 01:55:00.000Z',
  updated: '2026-12-01 01:55:00.000Z',
});
const payment = (status: PaymentStatus, method: Payment['method'] = 'card', created = '1'): Payment => ({
  id: `payment${created}`,
  lesson: 'lessonlesson001',
  method,
  status,
  amountCents: 6600,
  qrPayload: '',
  clientSecret: '',
  failureCode: '',
  expiresAt: '',
  created,
});

describe('before the hold', () => {
  const step = (query: string) => stepBeforeHold(readBookingAddress(new URLSearchParams(query)));

  test('without an instructor one is chosen first', () => {
    expect(step('')).toBe('choose_instructor');
    expect(step('instructor=nonsense')).toBe('choose_instructor');
  });

  test('without a time, or with one that makes no sense, the time is chosen', () => {
    expect(step('instructor=abcdefghijklmno')).toBe('choose_time');
    expect(step('instructor=abcdefghijklmno&start=soon&durationMinutes=60')).toBe('choose_time');
    expect(step('instructor=abcdefghijklmno&start=2026-12-05T02:00:00Z&durationMinutes=-60')).toBe('choose_time');
  });

  test('a time from a card leads straight to the summary', () => {
    expect(step('instructor=abcdefghijklmno&start=2026-12-05T02:00:00.000Z&durationMinutes=60')).toBe('review');
  });
});

describe('from the hold on', () => {
  test('of a time that was held before signing in the pick-up is asked for before it can be paid', () => {
    expect(stepAfterHold({ ...lesson('held'), pickup: '' }, undefined, now)).toBe('review');
    expect(stepAfterHold({ ...lesson('held'), pickup: '' }, payment('failed'), now)).toBe('review');
  });

  test('a held lesson without a payment, or with a failed one, can be paid', () => {
    expect(stepAfterHold(lesson('held'), undefined, now)).toBe('pay');
    expect(stepAfterHold(lesson('held'), payment('failed'), now)).toBe('pay');
    expect(stepAfterHold(lesson('held'), payment('expired', 'paynow'), now)).toBe('pay');
  });

  test('an open payment is gone on with, by its method', () => {
    expect(stepAfterHold(lesson('held'), payment('requires_action'), now)).toBe('card_action');
    expect(stepAfterHold(lesson('held'), payment('requires_action', 'paynow'), now)).toBe('scan');
    expect(stepAfterHold(lesson('held'), payment('processing'), now)).toBe('processing');
  });

  test('at the end of the hold it is over, also before the server has cleared it away', () => {
    expect(stepAfterHold(lesson('held', '2026-12-01 02:00:00.000Z'), undefined, now)).toBe('hold_over');
    expect(stepAfterHold(lesson('expired'), undefined, now)).toBe('hold_over');
  });

  test('money on its way is waited for even when the hold ends', () => {
    expect(stepAfterHold(lesson('held', '2026-12-01 01:59:00.000Z'), payment('processing'), now)).toBe('processing');
  });

  test.each(['requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed'] as const)(
    'a lesson that is %s is booked',
    (status) => {
      expect(stepAfterHold(lesson(status), payment('succeeded'), now)).toBe('booked');
    },
  );

  test.each(['declined', 'cancelled_by_learner', 'cancelled_by_instructor'] as const)('%s is off', (status) => {
    expect(stepAfterHold(lesson(status), undefined, now)).toBe('off');
  });
});

test('the address of a step leads back to it, and a held lesson needs nothing else', () => {
  const address = {
    instructor: 'abcdefghijklmno',
    start: '2026-12-05T02:00:00.000Z',
    durationMinutes: 90,
    lesson: undefined,
  };
  const path = bookingPath(address);
  expect(readBookingAddress(new URL(path, 'http://x').searchParams)).toEqual(address);
  expect(bookingPath({ ...address, lesson: 'lessonlesson001' })).toBe('/dashboard/book-lesson?lesson=lessonlesson001');
  expect(bookingPath({})).toBe('/dashboard/book-lesson');
});

test('the four visible steps follow each other', () => {
  expect([stepNumber('choose_time'), stepNumber('review'), stepNumber('pay'), stepNumber('booked')]).toEqual([
    1, 2, 3, 4,
  ]);
});
