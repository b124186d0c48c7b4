import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { minuteMs } from '../time/durations.ts';
import { lostMinutes, mayLeaveFree, proRataRefund } from './late-arrival.ts';
import { contestUntil, instructorMissing, learnerMissing, mayReportNoShow } from './no-show.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const startMs = instant('2026-12-05T02:00:00Z');
const endMs = startMs + 90 * minuteMs;
const lesson = { startMs, endMs, priceCents: 9900 };
const minutesIn = (minutes: number) => startMs + minutes * minuteMs;

describe('somebody is missing', () => {
  test('[rule 10] can be said from 15 minutes after the start on, until the lesson closes 24 hours after its end', () => {
    const may = (minutes: number) => mayReportNoShow(lesson, minutesIn(minutes), policy);
    expect(may(14)).toEqual({ ok: false, reason: 'too_early' });
    expect(may(15)).toEqual({ ok: true });
    expect(may(90 + 24 * 60)).toEqual({ ok: true });
    expect(may(90 + 24 * 60 + 1)).toEqual({ ok: false, reason: 'too_late' });
  });

  test('[rule 10] [rule 29] a missing learner, or one without a provisional licence, pays all of S$99.00', () => {
    expect(learnerMissing(lesson)).toEqual({ refundCents: 0, feeCents: 9900, creditCents: 0, gives: [] });
  });

  test('[rule 10] [rule 11] with a missing instructor S$99.00 come back and S$10.00 of credit, at first from the platform', () => {
    expect(
      instructorMissing(lesson, { isPaid: true, goodwillsBefore: 1, openCents: 0, platformFeeCents: 990 }, policy),
    ).toEqual({
      refundCents: 9900,
      feeCents: 0,
      creditCents: 1000,
      gives: [
        { to: 'refund', from: 'held', cents: 9900 },
        { to: 'credit', from: 'platform', cents: 990, isGift: true },
        { to: 'credit', from: 'platform', cents: 10 },
      ],
    });
    const third = { isPaid: true, goodwillsBefore: 2, openCents: 0, platformFeeCents: 990 };
    expect(instructorMissing(lesson, third, policy).gives[1]?.from).toBe('instructor');
  });

  test('[rule 10] is contested within 24 hours', () => {
    expect(contestUntil(startMs, policy)).toBe(startMs + 24 * 60 * minuteMs);
  });
});

describe('somebody is late', () => {
  test('[rule 10] more than 15 minutes of the instructor let the learner leave free, 15 do not', () => {
    const may = (minutes: number, learner: number, instructor?: number) => {
      const instructorMs = instructor === undefined ? undefined : minutesIn(instructor);
      return mayLeaveFree(lesson, { nowMs: minutesIn(minutes), learnerMs: minutesIn(learner), instructorMs }, policy);
    };
    expect([may(15, 0), may(16, 0), may(20, 0, 15), may(20, 0, 16)]).toEqual([false, true, false, true]);
    // Who comes after the waiting time has not waited.
    expect([may(20, 15), may(20, 16), may(20, 17, 18)]).toEqual([true, false, false]);
  });

  test('[rule 10] 10 of 90 minutes that were not made up give S$11.00 of S$99.00 back', () => {
    const lost = lostMinutes(lesson, { beganMs: minutesIn(10), endedMs: endMs });
    expect([lost, proRataRefund(9900, 90, lost)]).toEqual([10, 1100]);
    expect(lostMinutes(lesson, { beganMs: minutesIn(10), endedMs: endMs + 4 * minuteMs })).toBe(6);
    expect(lostMinutes(lesson, { beganMs: minutesIn(10), endedMs: endMs + 20 * minuteMs })).toBe(0);
    expect(lostMinutes(lesson, { beganMs: minutesIn(-5), endedMs: endMs })).toBe(0);
  });

  test('[rule 10] a begun minute and half a cent are the learner’s: 61 seconds of S$65.55 an hour are S$2.19', () => {
    const hour = { startMs, endMs: startMs + 60 * minuteMs };
    const lost = lostMinutes(hour, { beganMs: startMs + 61_000, endedMs: hour.endMs });
    expect([lost, proRataRefund(6555, 60, lost)]).toEqual([2, 219]);
  });

  test('never gives back more than the price nor less than nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 5, max: 2880 }),
        fc.integer({ min: -100, max: 4000 }),
        (priceCents, minutes, lost) => {
          const refund = proRataRefund(priceCents, minutes, lost);
          expect(refund).toBeGreaterThanOrEqual(0);
          expect(refund).toBeLessThanOrEqual(priceCents);
        },
      ),
    );
  });
});
