import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dayMs, hourMs, minuteMs } from '../time/durations.ts';
import { closesAt, isPayoutDay, type PayableItem, payableFrom, planPayout } from './plan-payout.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const nowMs = instant('2026-12-09T04:00:00Z');

const item = (cents: number, more: Partial<PayableItem> = {}): PayableItem => ({
  cents,
  payableFromMs: nowMs - dayMs,
  isHeldBack: false,
  ...more,
});
const plan = (...items: PayableItem[]) => planPayout(items, nowMs, policy);

describe('a payout', () => {
  test('[rule 21] is of lessons that ended 72 hours ago; they close by themselves after 24', () => {
    expect([closesAt(nowMs, policy), payableFrom(nowMs, policy)]).toEqual([nowMs + 24 * hourMs, nowMs + 72 * hourMs]);
    expect(plan(item(5940, { payableFromMs: nowMs }))).toMatchObject({ payCents: 5940, reason: 'paid' });
    expect(plan(item(5940, { payableFromMs: nowMs + minuteMs }))).toEqual({
      payCents: 0,
      carriedCents: 0,
      waitingCents: 5940,
      reason: 'nothing',
    });
  });

  test('[rule 21] waits for a claim that is open', () => {
    expect(plan(item(5940), item(8910, { isHeldBack: true }))).toMatchObject({ payCents: 5940, waitingCents: 8910 });
  });

  test('[rule 21] is made from S$20.00 on; less is carried to the next week', () => {
    expect(plan(item(1000), item(1000))).toMatchObject({ payCents: 2000, reason: 'paid' });
    expect(plan(item(1999))).toMatchObject({ payCents: 0, carriedCents: 1999, reason: 'below_minimum' });
  });

  test('[rule 21] never holds money longer than 90 days, however little it is', () => {
    const old = (days: number) => plan(item(500, { payableFromMs: nowMs - days * dayMs }));
    expect(old(90)).toMatchObject({ payCents: 500, reason: 'held_longest' });
    expect(old(89)).toMatchObject({ payCents: 0, reason: 'below_minimum' });
  });

  test('[rule 21] recovers what is owed first: S$59.40 less S$70.00 pays nothing and carries −S$10.60', () => {
    expect(plan(item(5940), item(-7000, { payableFromMs: nowMs + dayMs }))).toEqual({
      payCents: 0,
      carriedCents: -1060,
      waitingCents: 0,
      reason: 'owed_back',
    });
    expect(plan(item(9940), item(-7000))).toMatchObject({ payCents: 2940, carriedCents: 0 });
    // Of a lesson that was not paid out it goes with what the lesson brought.
    const later = { payableFromMs: nowMs + dayMs };
    const covered = item(-5940, { ...later, isCovered: true });
    expect(plan(item(9940), item(5940, later), covered)).toMatchObject({ payCents: 9940, waitingCents: 0 });
  });

  test.each([
    ['Asia/Singapore', '2026-12-08T23:59', false],
    ['Asia/Singapore', '2026-12-09T00:00', true],
    ['Asia/Singapore', '2026-12-09T23:59', true],
    ['Asia/Singapore', '2026-12-10T00:00', false],
    ['Europe/London', '2026-10-28T00:00', true],
    ['Europe/London', '2026-10-27T23:59', false],
  ])('[rule 21] is made on Wednesdays: in %s at %s %s', (zone, time, expected) => {
    const ms = Temporal.ZonedDateTime.from(`${time}[${zone}]`).epochMilliseconds;
    expect(isPayoutDay(zone, ms, policy)).toBe(expected);
  });

  test('pays never more than there is, never a debt, and loses no cent', () => {
    const items = fc.array(
      fc.record({
        cents: fc.integer({ min: -20_000, max: 20_000 }),
        payableFromMs: fc.integer({ min: -200, max: 20 }).map((days) => nowMs + days * dayMs),
        isHeldBack: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(items, (given) => {
        const { payCents, carriedCents, waitingCents } = planPayout(given, nowMs, policy);
        const total = given.reduce((sum, { cents }) => sum + cents, 0);
        expect(payCents + carriedCents + waitingCents).toBe(total);
        expect(payCents).toBeGreaterThanOrEqual(0);
        expect(payCents === 0 || carriedCents === 0).toBe(true);
      }),
    );
  });
});
