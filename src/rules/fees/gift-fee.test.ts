import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelByInstructor, cancelByLearner } from '../cancellation/cancel-lesson.ts';
import { refillLeastFee, refillRefund } from '../cancellation/refill.ts';
import { creditToSpend } from '../money/credit-to-spend.ts';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { type Give, settlementOf } from '../settlement/settlement-of.ts';
import { hourMs } from '../time/durations.ts';
import { giftFee, giftRoom } from './gift-fee.ts';
import { platformFee } from './platform-fee.ts';

test('[26.5] credit that owes a fee brings it where it is spent, in the share that is spent', () => {
  const gift = { owedCents: 660, creditCents: 6600, lessonCents: 6600 };
  expect(giftFee(gift, 6600)).toBe(660);
  expect(giftFee({ ...gift, lessonCents: 3300 }, 6600)).toBe(330);
  // Money goes back before credit does: of half the lesson all is credit still.
  expect(giftFee({ ...gift, creditCents: 3300, lessonCents: 3300 }, 3300)).toBe(660);
  expect(giftFee({ ...gift, creditCents: 0, lessonCents: 100 }, 100)).toBe(100);
  expect([giftFee(gift, 0), giftFee({ ...gift, owedCents: 0 }, 6600)]).toEqual([0, 0]);
});

test('[26.5] no more is given than the fee on the money, less what is owed before', () => {
  expect([
    giftRoom(660, { owedCents: 0 }),
    giftRoom(660, { owedCents: 400 }),
    giftRoom(330, { owedCents: 400 }),
  ]).toEqual([660, 260, 0]);
});

test('[26.5] a time that is resold keeps the platform what the takers do not bring', () => {
  expect([660, 330, 0].map((takers) => refillLeastFee(660, takers))).toEqual([0, 330, 660]);
});

type Lesson = { learner: number; instructor: number; priceCents: number; creditCents: number };
type Pair = { paidMinutes: number; feeCents: number; isOwn: boolean };

/** What the platform earned and gave, with the credit of its learners and what it owes; whatever is done is decided by the rules alone. */
class World {
  fees = 0;
  given = 0;
  readonly credit = [0, 0];
  readonly owed = [0, 0];
  readonly open: Lesson[] = [];
  readonly pairs = new Map<string, Pair>();
  goodwills = [0, 0, 0];
  /** What rule 11 lets the platform give beyond its fee: the rest of each instructor's first two credits. */
  pledged = 0;

  pairOf({ learner, instructor }: Pick<Lesson, 'learner' | 'instructor'>): Pair {
    const key = `${learner} ${instructor}`;
    const pair = this.pairs.get(key) ?? { paidMinutes: 0, feeCents: 0, isOwn: false };
    this.pairs.set(key, pair);
    return pair;
  }

  book(lesson: Omit<Lesson, 'creditCents'>, usesCredit: boolean) {
    const credit = this.credit[lesson.learner] ?? 0;
    const creditCents = usesCredit ? creditToSpend(credit, lesson.priceCents, 0) : 0;
    this.credit[lesson.learner] = credit - creditCents;
    this.open.push({ ...lesson, creditCents });
  }

  giftOf(lesson: Lesson) {
    const held = this.open.filter(({ learner }) => learner === lesson.learner);
    const creditCents = (this.credit[lesson.learner] ?? 0) + held.reduce((sum, one) => sum + one.creditCents, 0);
    return { owedCents: this.owed[lesson.learner] ?? 0, creditCents, lessonCents: lesson.creditCents };
  }

  end(how: string) {
    const lesson = this.open[0];
    if (!lesson) return;
    const pair = this.pairOf(lesson);
    const gift = this.giftOf(lesson);
    const feeOf = (keptCents: number) =>
      platformFee({ keptCents, durationMinutes: 60, isOwnLearner: pair.isOwn }, pair, policy);
    const before = how === 'late' ? 3 : 13;
    const times = { startMs: 0, cancellationHours: 24, bookedMs: -100 * hourMs, priceCents: lesson.priceCents };
    let leastFeeCents = 0;
    let gives: readonly Give[] = [];
    if (how === 'late' || how === 'half') {
      const facts = { policy, mercyPassesUsed: pair.isOwn ? 1 : 0, platformFeeOf: feeOf, gift };
      gives = cancelByLearner(times, -before * hourMs, facts).gives;
    } else if (how === 'instructor') {
      const goodwillsBefore = this.goodwills[lesson.instructor] ?? 0;
      const goodwill = {
        isPaid: true,
        goodwillsBefore,
        openCents: 0,
        platformFeeCents: feeOf(lesson.priceCents),
      };
      gives = cancelByInstructor(times, -hourMs, { policy, goodwill }).gives;
      this.goodwills[lesson.instructor] = goodwillsBefore + 1;
    } else if (how === 'resold') {
      gives = [{ to: 'refund', from: 'held', cents: refillRefund(lesson.priceCents, policy) }];
      leastFeeCents = refillLeastFee(feeOf(lesson.priceCents), 0);
    }
    const moneyCents = lesson.priceCents - lesson.creditCents;
    const settled = settlementOf(
      {
        lesson: 'l',
        learner: 'u',
        instructor: 'i',
        durationMinutes: 60,
        isOwnLearner: pair.isOwn,
        paid: { moneyCents, creditCents: lesson.creditCents },
      },
      gives,
      { history: pair, policy, gift, leastFeeCents },
    );
    this.open.shift();
    const sumOf = (some: readonly Give[]) => some.reduce((sum, { cents }) => sum + cents, 0);
    const gifts = sumOf(gives.filter(({ isGift }) => isGift));
    const byPlatform = sumOf(gives.filter(({ from }) => from === 'platform'));
    if (how === 'instructor') this.pledged += byPlatform - gifts;
    this.fees += settled.feeCents;
    this.given += byPlatform;
    this.credit[lesson.learner] =
      (this.credit[lesson.learner] ?? 0) + settled.refundedCreditCents + settled.creditCents;
    this.owed[lesson.learner] = (this.owed[lesson.learner] ?? 0) + gifts - settled.giftFeeCents;
    pair.paidMinutes += settled.keptCents > 0 ? 60 : 0;
    pair.feeCents += settled.feeCents;
  }
}

const learner = fc.constantFrom(0, 1);
const instructor = fc.constantFrom(0, 1, 2);
const step = fc.oneof(
  fc.record({ do: fc.constant('join' as const), learner, instructor }),
  fc.record({
    do: fc.constant('book' as const),
    ...{ learner, instructor, usesCredit: fc.boolean() },
    priceCents: fc.oneof(fc.constantFrom(1000, 6600, 100_000), fc.integer({ min: 1000, max: 200_000 })),
  }),
  fc.record({
    do: fc.constant('end' as const),
    how: fc.constantFrom('taught', 'late', 'half', 'instructor', 'resold'),
  }),
);

test('[26.5] the platform never loses by any sequence of joining, booking, cancelling and spending credit, but for two credits of an instructor', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const one of steps) {
        if (one.do === 'join') world.pairOf(one).isOwn = true;
        else if (one.do === 'book') world.book(one, one.usesCredit);
        else world.end(one.how);
        const owed = world.owed.reduce((sum, cents) => sum + cents, 0);
        // What was given came back as fees, or is owed by credit that nobody can have as money. Rule 11 gives more, twice an instructor.
        expect(world.fees + owed + world.pledged).toBeGreaterThanOrEqual(world.given);
        expect(world.pledged).toBeLessThanOrEqual(3 * policy.goodwillByPlatform * policy.goodwillCents);
        for (const who of [0, 1]) {
          const all = world.open.filter((lesson) => lesson.learner === who);
          const credit = (world.credit[who] ?? 0) + all.reduce((sum, { creditCents }) => sum + creditCents, 0);
          expect(world.owed[who]).toBeGreaterThanOrEqual(0);
          expect(world.owed[who]).toBeLessThanOrEqual(credit);
        }
      }
    }),
    { numRuns: 500 },
  );
});
