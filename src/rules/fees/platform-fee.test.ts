import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { platformFee } from './platform-fee.ts';

test.each([
  ['the first lesson', 6600, 60, { paidMinutes: 0, feeCents: 0 }, 660],
  ['the lesson that ends at ten hours', 6600, 60, { paidMinutes: 540, feeCents: 5940 }, 660],
  ['a lesson across the tenth hour', 9900, 90, { paidMinutes: 570, feeCents: 0 }, 330 + 330],
  ['a lesson after ten hours', 6600, 60, { paidMinutes: 600, feeCents: 6600 }, 330],
  ['the lesson that reaches the cap', 6600, 60, { paidMinutes: 1600, feeCents: 11_900 }, 100],
  ['a lesson beyond the cap', 6600, 60, { paidMinutes: 1700, feeCents: 12_000 }, 0],
])('[rule 20] the fee of %s', (_, keptCents, durationMinutes, history, expected) => {
  expect(platformFee({ keptCents, durationMinutes }, history, policy)).toBe(expected);
});

test('[rule 20] an own learner costs nothing, and neither does a lesson of which nothing was kept', () => {
  const history = { paidMinutes: 0, feeCents: 0 };
  expect(platformFee({ keptCents: 6600, durationMinutes: 60, isOwnLearner: true }, history, policy)).toBe(0);
  expect(platformFee({ keptCents: 0, durationMinutes: 60 }, history, policy)).toBe(0);
});

test('[rule 20] across the tenth hour the split is to the minute: 29 of 90 minutes at 10 %, 61 at 5 %, of S$99.00', () => {
  // 99.00 × 29/90 × 10 % = 3.19 and 99.00 × 61/90 × 5 % = 3.355: of 6.545 half a cent is dropped.
  expect(platformFee({ keptCents: 9900, durationMinutes: 90 }, { paidMinutes: 571, feeCents: 0 }, policy)).toBe(654);
});

test('[rule 20] a fee is rounded once, to the nearest cent, whatever parts it has', () => {
  // 65.00 × 20/60 × 10 % = 2.1667 and 65.00 × 40/60 × 5 % = 2.1667, 4.3333 together; S$67.00: 2.2333 twice, 4.4667.
  const across = { paidMinutes: 580, feeCents: 0 };
  expect(platformFee({ keptCents: 6500, durationMinutes: 60 }, across, policy)).toBe(433);
  expect(platformFee({ keptCents: 6700, durationMinutes: 60 }, across, policy)).toBe(447);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: 5, max: 480 }),
      fc.integer({ min: 0, max: 700 }),
      (keptCents, durationMinutes, paidMinutes) => {
        const first = Math.min(durationMinutes, Math.max(0, 600 - paidMinutes));
        const exact = (keptCents * (first * 10 + (durationMinutes - first) * 5)) / (durationMinutes * 100);
        const fee = platformFee({ keptCents, durationMinutes }, { paidMinutes, feeCents: 0 }, policy);
        expect(Math.abs(fee - Math.min(exact, policy.feeCapCents))).toBeLessThanOrEqual(0.5);
      },
    ),
  );
});

test('[rule 20] whatever is booked, one learner never costs an instructor more than S$120', () => {
  const lesson = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 5, max: 2880 }));
  fc.assert(
    fc.property(fc.array(lesson, { maxLength: 60 }), (lessons) => {
      const history = { paidMinutes: 0, feeCents: 0 };
      for (const [keptCents, durationMinutes] of lessons) {
        const fee = platformFee({ keptCents, durationMinutes }, history, policy);
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual(Math.ceil(keptCents / 10));
        history.feeCents += fee;
        history.paidMinutes += durationMinutes;
      }
      expect(history.feeCents).toBeLessThanOrEqual(12_000);
    }),
  );
});
