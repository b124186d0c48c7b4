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
])('the fee of %s', (_, keptCents, durationMinutes, history, expected) => {
  expect(platformFee({ keptCents, durationMinutes }, history, policy)).toBe(expected);
});

test('whatever is booked, one learner never costs an instructor more than S$120', () => {
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
