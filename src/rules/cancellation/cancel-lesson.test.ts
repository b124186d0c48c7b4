import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { noGift } from '../fees/gift-fee.ts';
import { platformFee } from '../fees/platform-fee.ts';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { settlementOf } from '../settlement/settlement-of.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { type CancelledLesson, cancelByAdmin, cancelByInstructor, cancelByLearner } from './cancel-lesson.ts';
import { mayWaive, mercySince } from './mercy-pass.ts';
import { refillRefund } from './refill.ts';

const at = (text: string) => Temporal.ZonedDateTime.from(text).epochMilliseconds;
const startMs = at('2026-12-05T10:00[Asia/Singapore]');

const lessonOf = (more: Partial<CancelledLesson> = {}): CancelledLesson => ({
  startMs,
  cancellationHours: 24,
  bookedMs: startMs - 200 * hourMs,
  priceCents: 6600,
  ...more,
});
const platformFeeOf = (keptCents: number) => platformFee({ keptCents, durationMinutes: 60 }, noHistory, policy);
const terms = (mercyPassesUsed: number, gift = noGift) => ({ policy, mercyPassesUsed, platformFeeOf, gift });
const byLearner = (lesson: CancelledLesson, minutesBefore: number, mercyPassesUsed = 1) =>
  cancelByLearner(lesson, lesson.startMs - minutesBefore * minuteMs, terms(mercyPassesUsed));

const goodwillAfter = (goodwillsBefore: number, openCents = 0, platformFeeCents = 660) => ({
  isPaid: true,
  goodwillsBefore,
  openCents,
  platformFeeCents,
});

const parties = { lesson: 'l', learner: 'u', instructor: 'i', durationMinutes: 60, isOwnLearner: false };
const noHistory = { paidMinutes: 0, feeCents: 0 };
const settle = (priceCents: number, gives: Parameters<typeof settlementOf>[1]) =>
  settlementOf({ ...parties, paid: { moneyCents: priceCents, creditCents: 0 } }, gives, { history: noHistory, policy });

describe('a learner cancels', () => {
  test.each([
    ['exactly 24 hours ahead', 24 * 60, 6600, 0, false],
    ['a minute later', 24 * 60 - 1, 3300, 3300, true],
    ['exactly 12 hours ahead', 12 * 60, 3300, 3300, true],
    ['a minute later', 12 * 60 - 1, 0, 6600, true],
    ['at the start', 0, 0, 6600, true],
  ])(
    '[rule 5] [rule 6] %s: %i minutes before, S$66.00 gives %i back and costs %i',
    (_, minutes, refund, fee, isLate) => {
      expect(byLearner(lessonOf(), minutes)).toMatchObject({
        refundCents: refund,
        feeCents: fee,
        creditCents: 0,
        isLate,
      });
    },
  );

  test.each([
    [48 * 60, 6600],
    [48 * 60 - 1, 3300],
    [36 * 60, 3300],
    [36 * 60 - 1, 0],
  ])(
    '[rule 5] with the 48 h badge each step is 24 hours earlier: %i minutes before gives %i back',
    (minutes, refund) => {
      expect(byLearner(lessonOf({ cancellationHours: 48 }), minutes).refundCents).toBe(refund);
    },
  );

  test('[rule 6] half a cent is the learner’s: half of S$65.55 is S$32.78, and S$32.77 stays', () => {
    expect(byLearner(lessonOf({ priceCents: 6555 }), 13 * 60)).toMatchObject({ refundCents: 3278, feeCents: 3277 });
  });

  test.each([
    ['Europe/London', '2026-03-29T12:00', '2026-03-28T11:00'],
    ['America/New_York', '2026-11-01T12:00', '2026-10-31T13:00'],
    ['Australia/Lord_Howe', '2026-10-04T12:00', '2026-10-03T11:30'],
  ])('[rule 5] 24 hours are 24 hours where the clocks change: in %s a lesson of %s until %s', (zone, start, limit) => {
    const lesson = lessonOf({ startMs: at(`${start}[${zone}]`), bookedMs: 0 });
    const limitMs = at(`${limit}[${zone}]`);
    const refund = (ms: number) => cancelByLearner(lesson, ms, terms(1)).refundCents;
    expect([refund(limitMs), refund(limitMs + minuteMs)]).toEqual([6600, 3300]);
  });

  test('[rule 8] is free for 30 minutes after booking a lesson that is more than 24 hours away, and not a minute longer', () => {
    const badge = { cancellationHours: 48 };
    const booked = (hoursAhead: number) => lessonOf({ ...badge, bookedMs: startMs - hoursAhead * hourMs });
    const since = (lesson: CancelledLesson, minutes: number) =>
      cancelByLearner(lesson, lesson.bookedMs + minutes * minuteMs, terms(1));
    expect(since(booked(40), 30)).toMatchObject({ refundCents: 6600, isLate: false });
    expect(since(booked(40), 31)).toMatchObject({ refundCents: 3300, isLate: true });
    expect(since(booked(24), 5)).toMatchObject({ refundCents: 0, isLate: true });
  });

  test('[rule 7] the mercy pass: S$66.00 cancelled 3 hours ahead is S$66.00 of credit, and the instructor gets the fee of it, S$6.60', () => {
    const outcome = byLearner(lessonOf(), 180, 0);
    expect(outcome).toMatchObject({ refundCents: 0, feeCents: 6600, creditCents: 6600, usesMercyPass: true });
    expect(settle(6600, outcome.gives).postings).toEqual([
      { account: 'held:l', cents: 6600 },
      { account: 'goodwill', cents: 660 },
      { account: 'learner_credit:u', cents: -6600 },
      { account: 'instructor_payable:i', cents: -660 },
    ]);
  });

  test('[rule 7] the mercy pass at 50 %: S$33.00 back, S$33.00 of credit, S$3.30 for the instructor', () => {
    const outcome = byLearner(lessonOf(), 20 * 60, 0);
    expect(settle(6600, outcome.gives)).toMatchObject({ refundCents: 3300, creditCents: 3300, instructorCents: 330 });
  });

  test('[rule 7] gives an instructor never more than half of what was charged, nor more than the fee of it, at any price', () => {
    const dear = byLearner(lessonOf({ priceCents: 1_000_000 }), 180, 0);
    expect(settle(1_000_000, dear.gives)).toMatchObject({ creditCents: 1_000_000, instructorCents: 12_000 });
    const generous = { ...terms(0), platformFeeOf: (cents: number) => cents };
    const half = cancelByLearner(lessonOf(), startMs - 180 * minuteMs, generous);
    expect(settle(6600, half.gives).instructorCents).toBe(3300);
  });

  test('[rule 7] [26.5] gives the instructor nothing of a fee that the learner’s credit owes already', () => {
    const settled = (owedCents: number) =>
      settle(6600, cancelByLearner(lessonOf(), startMs - 180 * minuteMs, terms(0, { ...noGift, owedCents })).gives);
    expect([0, 200, 660, 900].map((owed) => settled(owed).instructorCents)).toEqual([660, 460, 0, 0]);
    expect(settled(900).creditCents).toBe(6600);
  });

  test('[rule 7] is charged once the pass of the last six months is used, and keeps the pass where nothing is charged', () => {
    expect(byLearner(lessonOf(), 180, 1)).toMatchObject({ creditCents: 0, usesMercyPass: false });
    expect(byLearner(lessonOf(), 30 * 60, 0)).toMatchObject({ usesMercyPass: false });
  });

  test.each([
    ['Asia/Singapore', '2026-08-31T09:00', '2026-02-28T09:00'],
    ['Europe/London', '2026-09-29T01:30', '2026-03-29T02:30'],
  ])('[rule 7] six months are calendar months: in %s of %s from %s on', (zone, now, since) => {
    expect(mercySince(zone, at(`${now}[${zone}]`), policy)).toBe(at(`${since}[${zone}]`));
  });

  test('[rule 7] an instructor may waive a charge for 30 days, the last minute included', () => {
    const limit = startMs + 30 * 24 * hourMs;
    expect([mayWaive(startMs, limit, policy), mayWaive(startMs, limit + minuteMs, policy)]).toEqual([true, false]);
  });

  test('[rule 6] a time that is taken by somebody else gives all but S$5.00 of the charge back', () => {
    expect([6600, 3300, 501, 500, 0].map((cents) => refillRefund(cents, policy))).toEqual([6100, 2800, 1, 0, 0]);
  });
});

describe('an instructor or an admin cancels', () => {
  const byInstructor = (minutes: number, goodwillsBefore = 0, testFeeCents?: number) =>
    cancelByInstructor(lessonOf(), startMs - minutes * minuteMs, {
      policy,
      goodwill: goodwillAfter(goodwillsBefore),
      ...(testFeeCents ? { testFeeCents } : {}),
    });

  test('[rule 11] everything comes back, S$10.00 of credit besides less than 24 hours ahead', () => {
    expect(byInstructor(24 * 60)).toMatchObject({ refundCents: 6600, creditCents: 0, isLate: false });
    expect(byInstructor(24 * 60 - 1)).toMatchObject({ refundCents: 6600, creditCents: 1000, isLate: true });
  });

  test.each([
    [0, 'goodwill'],
    [1, 'goodwill'],
    [2, 'instructor_payable:i'],
  ])('[rule 11] after %i credits the next one is paid from %s', (before, account) => {
    expect(settle(6600, byInstructor(60, before).gives).postings).toEqual(
      expect.arrayContaining([
        { account: 'held:l', cents: 6600 },
        { account: 'refunds_due:u', cents: -6600 },
        { account: 'learner_credit:u', cents: -1000 },
        { account, cents: 1000 },
      ]),
    );
  });

  test.each([
    [-1000, 1000],
    [-1001, 0],
  ])(
    '[rule 11] an instructor who has %i cents coming pays a credit of %i: no debt above S$20.00 for it',
    (open, credit) => {
      const outcome = cancelByInstructor(lessonOf(), startMs, { policy, goodwill: goodwillAfter(2, open) });
      expect(outcome.creditCents).toBe(credit);
      const second = cancelByInstructor(lessonOf(), startMs, { policy, goodwill: goodwillAfter(1, open) });
      expect(second.creditCents).toBe(1000);
    },
  );

  test('[rule 11] [26.5] of the credit the fee on the money concerned is owed', () => {
    const givesOf = (feeCents: number) =>
      cancelByInstructor(lessonOf(), startMs, { policy, goodwill: goodwillAfter(0, 0, feeCents) }).gives.slice(1);
    expect(givesOf(660)).toEqual([
      { to: 'credit', from: 'platform', cents: 660, isGift: true },
      { to: 'credit', from: 'platform', cents: 340 },
    ]);
    expect(givesOf(0)).toEqual([{ to: 'credit', from: 'platform', cents: 1000 }]);
  });

  test('[rule 11] of a test-day lesson the fee of the test, S$40.00, is credit as well', () => {
    expect(byInstructor(60, 0, 4000).creditCents).toBe(5000);
    expect(byInstructor(30 * 60, 0, 4000).creditCents).toBe(4000);
  });

  test('[rule 11] an admin gives everything back, or the part decided on, and nobody is blamed', () => {
    expect(cancelByAdmin(lessonOf())).toMatchObject({ refundCents: 6600, creditCents: 0, isLate: false });
    expect(cancelByAdmin(lessonOf({ priceCents: 6555 }), 50)).toMatchObject({ refundCents: 3278, feeCents: 3277 });
  });
});

test('whatever is cancelled whenever, refund and fee are the price, nothing is negative, and the books balance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 120 * 60 }),
      fc.integer({ min: 0, max: 120 * 60 }),
      fc.constantFrom(24, 48),
      fc.constantFrom(0, 1),
      fc.constantFrom('learner', 'instructor'),
      (priceCents, bookedBefore, minutes, cancellationHours, used, by) => {
        const lesson = lessonOf({ priceCents, cancellationHours, bookedMs: startMs - bookedBefore * minuteMs });
        const cancelledMs = startMs - Math.min(minutes, bookedBefore) * minuteMs;
        const outcome =
          by === 'learner'
            ? cancelByLearner(lesson, cancelledMs, terms(used))
            : cancelByInstructor(lesson, cancelledMs, { policy, goodwill: goodwillAfter(used) });
        expect(outcome.refundCents + outcome.feeCents).toBe(priceCents);
        expect(Math.min(outcome.refundCents, outcome.feeCents, outcome.creditCents)).toBeGreaterThanOrEqual(0);
        const { postings, refundCents } = settle(priceCents, outcome.gives);
        expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
        expect(refundCents).toBeLessThanOrEqual(priceCents);
      },
    ),
  );
});

test('who waits longer never gets more back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 * 60 }),
      fc.integer({ min: 0, max: 100 * 60 }),
      fc.constantFrom(24, 48),
      (one, other, cancellationHours) => {
        const [earlier, later] = [Math.max(one, other), Math.min(one, other)];
        const lesson = lessonOf({ cancellationHours });
        expect(byLearner(lesson, later).refundCents).toBeLessThanOrEqual(byLearner(lesson, earlier).refundCents);
      },
    ),
  );
});
