import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { type Give, postingsBetween, type SettledLesson, settlementOf } from './settlement-of.ts';
import { splitRefund } from './split-refund.ts';

const lessonOf = (more: Partial<SettledLesson> = {}): SettledLesson => ({
  lesson: 'l',
  learner: 'u',
  instructor: 'i',
  durationMinutes: 60,
  isOwnLearner: false,
  paid: { moneyCents: 6600, creditCents: 0 },
  ...more,
});
const history = { paidMinutes: 0, feeCents: 0 };
const settle = (lesson: SettledLesson, gives: Give[] = [], before = history) =>
  settlementOf(lesson, gives, { history: before, policy });

describe('the settlement of a lesson', () => {
  test('[rule 20] at closing: S$66.00 held are S$59.40 for the instructor and S$6.60 of fee', () => {
    expect(settle(lessonOf()).postings).toEqual([
      { account: 'held:l', cents: 6600 },
      { account: 'instructor_payable:i', cents: -5940 },
      { account: 'platform_fees', cents: -660 },
    ]);
  });

  test('[rule 20] the fee is of what was kept: half of S$66.00 back leaves S$33.00, S$3.30 of it fee', () => {
    const half = settle(lessonOf(), [{ to: 'refund', from: 'held', cents: 3300 }]);
    expect(half.postings).toEqual([
      { account: 'held:l', cents: 6600 },
      { account: 'refunds_due:u', cents: -3300 },
      { account: 'instructor_payable:i', cents: -2970 },
      { account: 'platform_fees', cents: -330 },
    ]);
  });

  test('[rule 22] what was paid with credit is credit again, after the money: S$50.00 back of S$46.00 and S$20.00', () => {
    const lesson = lessonOf({ paid: { moneyCents: 4600, creditCents: 2000 } });
    const settled = settle(lesson, [{ to: 'refund', from: 'held', cents: 5000 }]);
    expect(settled).toMatchObject({ refundCents: 5000, refundedCreditCents: 400, keptCents: 1600, feeCents: 160 });
    expect(settled.postings).toEqual([
      { account: 'held:l', cents: 6600 },
      { account: 'refunds_due:u', cents: -4600 },
      { account: 'learner_credit:u', cents: -400 },
      { account: 'instructor_payable:i', cents: -1440 },
      { account: 'platform_fees', cents: -160 },
    ]);
    expect(splitRefund(7000, lesson.paid)).toEqual({ moneyCents: 4600, creditCents: 2400 });
  });

  test('[rule 14] a refund that the platform pays leaves the instructor the lesson: S$66.00 of goodwill', () => {
    expect(settle(lessonOf(), [{ to: 'refund', from: 'platform', cents: 6600 }]).postings).toEqual([
      { account: 'held:l', cents: 6600 },
      { account: 'goodwill', cents: 6600 },
      { account: 'refunds_due:u', cents: -6600 },
      { account: 'instructor_payable:i', cents: -5940 },
      { account: 'platform_fees', cents: -660 },
    ]);
  });

  test('[rule 11] a credit that the instructor pays for a lesson without money makes a debt', () => {
    const free = lessonOf({ paid: { moneyCents: 0, creditCents: 0 } });
    const settled = settle(free, [{ to: 'credit', from: 'instructor', cents: 1000 }]);
    expect(settled.instructorCents).toBe(-1000);
    expect(settled.postings).toEqual([
      { account: 'learner_credit:u', cents: -1000 },
      { account: 'instructor_payable:i', cents: 1000 },
    ]);
  });

  test('[rule 15] a claim decided after closing posts the difference alone: S$20.00 back, S$18.00 of the instructor, S$2.00 of fee', () => {
    const closed = settle(lessonOf());
    const decided = settle(lessonOf(), [{ to: 'refund', from: 'held', cents: 2000 }]);
    expect(postingsBetween(closed.postings, decided.postings)).toEqual([
      { account: 'refunds_due:u', cents: -2000 },
      { account: 'instructor_payable:i', cents: 1800 },
      { account: 'platform_fees', cents: 200 },
    ]);
    expect(postingsBetween(closed.postings, closed.postings)).toEqual([]);
  });

  test('never gives more from what is held than is held', () => {
    expect(() => settle(lessonOf(), [{ to: 'refund', from: 'held', cents: 6601 }])).toThrow('More would be given');
    expect(() => settle(lessonOf(), [{ to: 'refund', from: 'held', cents: -1 }])).toThrow('More would be given');
  });
});

const give = (heldCents: number) =>
  fc.record({
    to: fc.constantFrom('refund', 'credit', 'instructor') as fc.Arbitrary<Give['to']>,
    from: fc.constantFrom('held', 'platform', 'instructor') as fc.Arbitrary<Give['from']>,
    cents: fc.integer({ min: 0, max: Math.max(0, Math.floor(heldCents / 3)) }),
  });
const cases = fc
  .record({ moneyCents: fc.integer({ min: 0, max: 50_000 }), creditCents: fc.integer({ min: 0, max: 50_000 }) })
  .chain((paid) =>
    fc.record({
      paid: fc.constant(paid),
      gives: fc.array(give(paid.moneyCents + paid.creditCents), { maxLength: 3 }),
      durationMinutes: fc.integer({ min: 5, max: 2880 }),
      paidMinutes: fc.integer({ min: 0, max: 1200 }),
      feeCents: fc.integer({ min: 0, max: 12_000 }),
    }),
  );

test('whatever is given, the postings sum to zero, empty what is held, and name each account once', () => {
  fc.assert(
    fc.property(cases, ({ paid, gives, durationMinutes, paidMinutes, feeCents }) => {
      const settled = settle(lessonOf({ paid, durationMinutes }), gives, { paidMinutes, feeCents });
      const { postings } = settled;
      const heldCents = paid.moneyCents + paid.creditCents;
      expect(postings.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      expect(postings.find(({ account }) => account === 'held:l')?.cents ?? 0).toBe(heldCents);
      expect(new Set(postings.map(({ account }) => account)).size).toBe(postings.length);
      const fromHeld = gives.reduce((sum, { from, cents }) => (from === 'held' ? sum + cents : sum), 0);
      expect(settled.keptCents + fromHeld).toBe(heldCents);
      expect(settled.feeCents).toBeGreaterThanOrEqual(0);
      expect(settled.feeCents).toBeLessThanOrEqual(settled.keptCents);
    }),
  );
});

test('two decisions of one lesson differ by postings that sum to zero and lead from one to the other', () => {
  fc.assert(
    fc.property(cases, ({ paid, gives, durationMinutes }) => {
      const lesson = lessonOf({ paid, durationMinutes });
      const [before, after] = [settle(lesson).postings, settle(lesson, gives).postings];
      const between = postingsBetween(before, after);
      expect(between.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      expect(postingsBetween(after, [...before, ...between])).toEqual([]);
    }),
  );
});
