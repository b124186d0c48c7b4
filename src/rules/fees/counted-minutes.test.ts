import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { countedMinutes, countedMinutesOf, type PaidBefore } from './counted-minutes.ts';
import { platformFee } from './platform-fee.ts';

type Lesson = { priceCents: number; durationMinutes: number };

/** The fees of lessons that were paid in full, one after the other. */
function feesOf(lessons: readonly Lesson[]): number[] {
  const before: PaidBefore[] = [];
  let feeCents = 0;
  return lessons.map((now) => {
    const paidMinutes = countedMinutesOf(before, now);
    const fee = platformFee(
      { keptCents: now.priceCents, durationMinutes: now.durationMinutes },
      { paidMinutes, feeCents },
      policy,
    );
    feeCents += fee;
    before.push({ paidMinutes: now.durationMinutes, keptCents: now.priceCents });
    return fee;
  });
}

test('[25.11] [rule 20] ten hours at S$0.50 are five minutes of an hour at S$60.00', () => {
  const cheap = { paidMinutes: 60, keptCents: 50 };
  expect(countedMinutes(cheap, { priceCents: 6000, durationMinutes: 60 })).toBe(1);
  expect(countedMinutes(cheap, { priceCents: 50, durationMinutes: 60 })).toBe(60);
  expect(countedMinutes({ paidMinutes: 90, keptCents: 4500 }, { priceCents: 6000, durationMinutes: 60 })).toBe(90);
  expect(countedMinutes({ paidMinutes: 90, keptCents: 4499 }, { priceCents: 6000, durationMinutes: 60 })).toBe(89);
  expect(countedMinutes(cheap, { priceCents: 0, durationMinutes: 60 })).toBe(60);
  const lessons = Array.from({ length: 11 }, (_, place) => ({
    priceCents: place < 10 ? 50 : 6000,
    durationMinutes: 60,
  }));
  expect(feesOf(lessons).at(-1)).toBe(600);
});

const minutes = fc.constantFrom(45, 60, 90, 120);

test('[25.11] [rule 20] a pair whose prices never double has the fee that counting plain hours has', () => {
  const lesson = fc.record({ hourly: fc.integer({ min: 5000, max: 10_000 }), durationMinutes: minutes });
  fc.assert(
    fc.property(fc.array(lesson, { maxLength: 30 }), (wanted) => {
      const lessons = wanted.map(({ hourly, durationMinutes }) => ({
        priceCents: Math.floor((hourly * durationMinutes) / 60),
        durationMinutes,
      }));
      let [paidMinutes, feeCents] = [0, 0];
      const plain = lessons.map(({ priceCents, durationMinutes }) => {
        const fee = platformFee({ keptCents: priceCents, durationMinutes }, { paidMinutes, feeCents }, policy);
        paidMinutes += durationMinutes;
        feeCents += fee;
        return fee;
      });
      const weighed = feesOf(lessons);
      // A price rounded down by a cent may cost one minute.
      for (const [place, fee] of weighed.entries()) expect(Math.abs(fee - (plain[place] ?? 0))).toBeLessThanOrEqual(30);
    }),
  );
});

test('[25.11] [rule 20] whatever was paid before, the lower rate is for who paid at least half of ten such hours', () => {
  const past = fc.array(fc.record({ paidMinutes: minutes, keptCents: fc.integer({ min: 1, max: 20_000 }) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(past, fc.integer({ min: 1000, max: 20_000 }), (before, hourly) => {
      const paidMinutes = countedMinutesOf(before, { priceCents: hourly, durationMinutes: 60 });
      if (paidMinutes < policy.feeFirstHours * 60) return;
      const paid = before.reduce((sum, { keptCents }) => sum + keptCents, 0);
      expect(2 * paid).toBeGreaterThanOrEqual(hourly * policy.feeFirstHours);
    }),
  );
});
