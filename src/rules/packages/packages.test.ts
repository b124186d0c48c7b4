import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { reminderDue } from '../documents/reminders-due.ts';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dayMs, minuteMs } from '../time/durations.ts';
import { dateText, parseDate } from '../time/local-time.ts';
import { drawMinutes } from './draw-minutes.ts';
import { packageMinutes, packagePrice, suggestedDiscount } from './package-price.ts';
import { isWithoutSlots, packageRefund } from './package-refund.ts';
import { isPackageValidOn, packageValidity } from './package-validity.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const day = (text: string) => parseDate(text) ?? Number.NaN;

describe('the price of a package', () => {
  test('[rule 18] ten hours at S$66.00 less 5 % are S$627.00, five less 3 % S$320.10', () => {
    expect(packagePrice(6600, 600, 5)).toEqual({ fullCents: 66_000, discountCents: 3300, priceCents: 62_700 });
    expect(packagePrice(6600, 300, 3)).toEqual({ fullCents: 33_000, discountCents: 990, priceCents: 32_010 });
    expect(packageMinutes.map((minutes) => suggestedDiscount(minutes, policy))).toEqual([3, 5]);
  });
});

describe('how long a package is valid', () => {
  const validity = (more: Partial<Record<'pdl' | 'licence' | 'retires', string>> = {}, minutes = 600) => {
    const of = (text: string | undefined) => (text === undefined ? undefined : day(text));
    const dates = {
      boughtOn: day('2026-11-30'),
      pdlExpiresOn: of(more.pdl),
      licenceExpiresOn: of(more.licence),
      retiresOn: of(more.retires),
    };
    const found = packageValidity(minutes, dates, policy);
    return found.ok ? dateText(found.expiresOn) : found.reason;
  };

  test('[rule 18] is 12 months, or until the provisional licence ends if that is later', () => {
    expect(validity()).toBe('2027-11-30');
    expect(validity({ pdl: '2028-03-01' })).toBe('2028-03-01');
    expect(validity({ pdl: '2027-03-01' })).toBe('2027-11-30');
  });

  test('[rule 19] ends with the instructor’s licence or 75th birthday at the latest', () => {
    expect(validity({ licence: '2027-06-30' })).toBe('2027-06-30');
    expect(validity({ pdl: '2028-03-01', retires: '2027-05-14', licence: '2027-06-30' })).toBe('2027-05-14');
    expect(validity({ licence: '2026-12-01' })).toBe('2026-12-01');
    expect(validity({ licence: '2026-11-30' })).toBe('instructor_ends');
  });

  test('[rule 19] is never for more than ten hours at once', () => {
    expect(validity({}, 601)).toBe('too_many_minutes');
  });

  test('[rule 18] pays lessons of its last day, none of the day after', () => {
    expect([day('2027-11-30'), day('2027-12-01')].map((on) => isPackageValidOn(day('2027-11-30'), on))).toEqual([
      true,
      false,
    ]);
  });

  test('[rule 18] reminds 90, 30 and 7 days before, each once, and only of the nearest after a pause', () => {
    const expiresOn = day('2027-11-30');
    const due = (left: number, lastSentDays?: number) =>
      reminderDue(expiresOn, expiresOn - left, { days: policy.packageReminderDays, lastSentDays });
    expect([due(91), due(90), due(90, 90), due(31, 90), due(30, 90), due(5, 90), due(5, 7)]).toEqual([
      undefined,
      90,
      undefined,
      undefined,
      30,
      7,
      undefined,
    ]);
    expect(due(0, 30)).toBeUndefined();
  });
});

describe('paying with a package', () => {
  test('[rule 18] 90 of 600 minutes at S$627.00 are worth S$94.05', () => {
    const rest = { heldCents: 62_700, minutesLeft: 600 };
    expect(drawMinutes(rest, 90)).toEqual({ ok: true, cents: 9405, heldCents: 53_295, minutesLeft: 510 });
    const last = { heldCents: 6270, minutesLeft: 60 };
    expect(drawMinutes(last, 60)).toEqual({ ok: true, cents: 6270, heldCents: 0, minutesLeft: 0 });
    expect(drawMinutes(last, 61)).toEqual({ ok: false, reason: 'not_enough_minutes' });
  });

  test('however it is drawn and given back, all draws together are worth what was paid', () => {
    const step = fc.record({ minutes: fc.integer({ min: 1, max: 200 }), percent: fc.constantFrom(0, 0, 50, 100) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(...packageMinutes),
        fc.array(step, { maxLength: 40 }),
        (priceCents, minutes, steps) => {
          let rest = { heldCents: priceCents, minutesLeft: minutes };
          let sum = 0;
          for (const { minutes: draw, percent } of [...steps, { minutes: 0, percent: 0 }]) {
            const drawn = drawMinutes(rest, draw || rest.minutesLeft);
            if (!drawn.ok) continue;
            expect(drawn.cents).toBeGreaterThanOrEqual(0);
            const back = Math.ceil((drawn.cents * percent) / 100);
            sum += drawn.cents - back;
            const minutesBack = drawn.cents === 0 ? 0 : Math.round((draw * back) / drawn.cents);
            rest = { heldCents: drawn.heldCents + back, minutesLeft: drawn.minutesLeft + minutesBack };
          }
          expect([rest.heldCents, sum]).toEqual([0, priceCents]);
        },
      ),
    );
  });
});

describe('giving the rest of a package back', () => {
  const pack = (usedMinutes: number) => ({
    priceCents: 62_700,
    minutes: 600,
    minutesLeft: 600 - usedMinutes,
    heldCents: 62_700 - 104.5 * usedMinutes,
    singleHourlyCents: 6600,
  });

  test('[rule 18] S$627.00 less 4 used hours at S$66.00 are S$363.00; the discount of the used hours stays, S$13.20', () => {
    expect(packageRefund(pack(240), 'asked')).toEqual({ refundCents: 36_300, keptCents: 1320 });
  });

  test('[rule 18] is never less than nothing: after 9.5 hours S$627.00 − S$627.00', () => {
    expect(packageRefund(pack(570), 'asked')).toEqual({ refundCents: 0, keptCents: 3135 });
    expect(packageRefund(pack(590), 'asked')).toMatchObject({ refundCents: 0 });
  });

  test('[rule 16] [rule 17] without a time for 28 days, an instructor who stops, or safety: all that is left', () => {
    for (const reason of ['no_slots', 'instructor_ends', 'safety', 'handed_over'] as const) {
      expect(packageRefund(pack(240), reason)).toEqual({ refundCents: 37_620, keptCents: 0 });
    }
    const seen = instant('2026-11-01T00:00Z');
    expect([28 * dayMs - minuteMs, 28 * dayMs].map((ms) => isWithoutSlots(seen, seen + ms, policy))).toEqual([
      false,
      true,
    ]);
  });

  test('[rule 18] all of it if none was used: there is no last day for it', () => {
    expect(packageRefund(pack(0), 'asked')).toEqual({ refundCents: 62_700, keptCents: 0 });
  });

  test('never gives more back than was paid and not used', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 20_000 }),
        fc.integer({ min: 0, max: 50 }),
        fc.constantFrom(...packageMinutes),
        fc.integer({ min: 0, max: 600 }),
        fc.constantFrom('asked', 'no_slots') as fc.Arbitrary<'asked' | 'no_slots'>,
        (hourlyCents, discount, minutes, used, reason) => {
          const { priceCents } = packagePrice(hourlyCents, minutes, discount);
          const drawn = drawMinutes({ heldCents: priceCents, minutesLeft: minutes }, Math.min(used, minutes));
          const rest = drawn.ok ? drawn : { heldCents: priceCents, minutesLeft: minutes };
          const bought = { ...rest, priceCents, minutes, singleHourlyCents: hourlyCents };
          const { refundCents, keptCents } = packageRefund(bought, reason);
          expect(Math.min(refundCents, keptCents)).toBeGreaterThanOrEqual(0);
          expect(refundCents + keptCents).toBe(rest.heldCents);
        },
      ),
    );
  });
});
