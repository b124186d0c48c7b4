import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { closesAt, isPayoutDay, type PayableItem, payableFrom, planPayout } from './plan-payout.ts';
import { type RefundablePayment, refundRoutes } from './refund-routes.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
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

const payment = (id: string, more: Partial<RefundablePayment> = {}): RefundablePayment => ({
  id,
  method: 'card',
  paidMs: nowMs - dayMs,
  amountCents: 6600,
  refundedCents: 0,
  ...more,
});
const routes = (cents: number, ...payments: RefundablePayment[]) => refundRoutes(cents, payments, { nowMs, policy });

describe('the way of a refund', () => {
  test('[rule 22] goes back to the card it came from, in parts as well', () => {
    expect(routes(3300, payment('a', { refundedCents: 1000 }))).toEqual({
      routes: [{ payment: 'a', way: 'original', cents: 3300 }],
      unroutedCents: 0,
    });
  });

  test('[rule 22] a PayNow payment takes one refund; the second is credit', () => {
    const paynow = payment('p', { method: 'paynow' });
    expect(routes(1000, paynow).routes).toEqual([{ payment: 'p', way: 'original', cents: 1000 }]);
    expect(routes(1000, { ...paynow, refundedCents: 500 }).routes).toEqual([
      { payment: 'p', way: 'credit', cents: 1000 },
    ]);
  });

  test('[rule 22] PayNow goes back for 60 days, later by bank transfer', () => {
    const way = (ms: number) => routes(1000, payment('p', { method: 'paynow', paidMs: nowMs - ms })).routes[0]?.way;
    expect([way(60 * dayMs), way(60 * dayMs + minuteMs)]).toEqual(['original', 'bank_transfer']);
  });

  test('[rule 22] money goes back before credit, and nothing to cash', () => {
    const paid = [
      payment('c', { method: 'credit', amountCents: 2000 }),
      payment('x', { method: 'cash' }),
      payment('m', { amountCents: 4600 }),
    ];
    expect(routes(5000, ...paid)).toEqual({
      routes: [
        { payment: 'm', way: 'original', cents: 4600 },
        { payment: 'c', way: 'credit', cents: 400 },
      ],
      unroutedCents: 0,
    });
    expect(routes(7000, ...paid).unroutedCents).toBe(400);
  });

  test('gives to no payment more than it brought', () => {
    const payments = fc.array(
      fc.record({
        id: fc.uuid(),
        method: fc.constantFrom('card', 'paynow', 'credit', 'cash') as fc.Arbitrary<RefundablePayment['method']>,
        paidMs: fc.integer({ min: 0, max: 100 }).map((days) => nowMs - days * dayMs),
        amountCents: fc.integer({ min: 0, max: 10_000 }),
        refundedCents: fc.integer({ min: 0, max: 10_000 }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), payments, (cents, given) => {
        const found = refundRoutes(cents, given, { nowMs, policy });
        expect(found.routes.reduce((sum, route) => sum + route.cents, found.unroutedCents)).toBe(cents);
        for (const route of found.routes) {
          const from = given.find(({ id }) => id === route.payment);
          expect(route.cents).toBeGreaterThan(0);
          expect(route.cents).toBeLessThanOrEqual((from?.amountCents ?? 0) - (from?.refundedCents ?? 0));
        }
      }),
    );
  });
});
