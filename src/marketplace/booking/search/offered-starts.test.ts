import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#rules/time/durations.ts';
import { localDayOf, localMinuteOf, weekdayOf } from '#rules/time/local-time.ts';
import { type OfferedTime, offeredStarts, renewedStarts, startsWithin, type WantedTime } from './offered-starts.ts';

const nowMs = Date.parse('2026-10-20T05:00:00Z');
const zones = ['Asia/Singapore', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

const time = (timezone: string, holdMs: number | null = null): OfferedTime => ({
  offer: {
    slotStepMinutes: 30,
    minNoticeMinutes: 720,
    horizonDays: 30,
    gapMinutes: 15,
    maxLessonsPerDay: 0,
    maxLessonsPerWeek: 0,
    worksHolidays: false,
    licenceExpiresOn: '',
    retiresOn: '',
  },
  working: {
    timezone,
    rules: [0, 1, 3, 6].flatMap((weekday) => [
      { weekday, startMinute: 0, endMinute: 300 },
      { weekday, startMinute: 600, endMinute: 1440 },
    ]),
    overrides: [],
  },
  timeOff: [{ startMs: nowMs + 4 * dayMs, endMs: nowMs + 5 * dayMs }],
  busy: [{ startMs: nowMs + dayMs, endMs: nowMs + dayMs + 2 * hourMs, holdMs }],
  closedDates: ['2026-10-31'],
  durationMinutes: 60,
});

const wanted: fc.Arbitrary<WantedTime> = fc
  .record({
    from: fc.integer({ min: 0, max: 30 * 24 }),
    hours: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    weekday: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
    band: fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 })),
  })
  .map(({ from, hours, weekday, band }) => ({
    fromMs: nowMs + from * hourMs,
    toMs: hours === undefined ? Number.POSITIVE_INFINITY : nowMs + (from + hours) * hourMs,
    weekday,
    afterMinute: Math.min(...band),
    beforeMinute: Math.max(...band) + 1,
  }));

describe('starts in memory', () => {
  test('are found by any hours in any zone exactly as looking at each start finds them', () => {
    for (const zone of zones) {
      const starts = offeredStarts(time(zone), nowMs);
      const all = [...starts.minutes].map((minute) => minute * 60_000);
      expect(all.length).toBeGreaterThan(300);
      fc.assert(
        fc.property(wanted, fc.integer({ min: 1, max: 5 }), (want, limit) => {
          const expected = all.filter((ms) => {
            const minute = localMinuteOf(zone, ms);
            return (
              ms >= want.fromMs &&
              ms < want.toMs &&
              (want.weekday === null || weekdayOf(localDayOf(zone, ms)) === want.weekday) &&
              minute >= want.afterMinute &&
              minute < want.beforeMinute
            );
          });
          expect(startsWithin(starts, want, { notBeforeMs: nowMs, limit })).toEqual(expected.slice(0, limit));
        }),
        { numRuns: 200 },
      );
    }
  });

  test('are found a second time in the hour that comes twice as clocks go back', () => {
    const starts = offeredStarts(time('America/New_York'), nowMs);
    const [first, second] = [Date.parse('2026-11-01T05:00:00Z'), Date.parse('2026-11-01T06:00:00Z')];
    const want = { fromMs: first, toMs: Number.POSITIVE_INFINITY, weekday: 0, afterMinute: 31, beforeMinute: 61 };
    expect(startsWithin(starts, want, { notBeforeMs: nowMs, limit: 2 })).toEqual([first, second]);
  });

  test('are after some days what they would be if worked out anew', () => {
    for (const zone of zones) {
      for (const days of [0.5, 1, 3, 6, 20]) {
        const later = nowMs + days * dayMs;
        const renewed = renewedStarts(time(zone), offeredStarts(time(zone), nowMs), later);
        const anew = offeredStarts(time(zone), later);
        const from = (starts: typeof anew) => [...starts.minutes].filter((minute) => minute * 60_000 >= later);
        expect(from(renewed)).toEqual(from(anew));
        expect(renewed.weekMinutes.slice(-100)).toEqual(anew.weekMinutes.slice(-100));
      }
    }
  });

  test('come back when a hold runs out', () => {
    const held = time('Asia/Singapore', nowMs + hourMs);
    const starts = offeredStarts(held, nowMs);
    expect(starts.validUntilMs).toBe(nowMs + hourMs);
    expect(renewedStarts(held, starts, nowMs + hourMs - 1)).toBe(starts);
    const after = renewedStarts(held, starts, nowMs + hourMs);
    expect(after.minutes.length).toBeGreaterThan(starts.minutes.length);
    expect(after.validUntilMs).toBe(Number.POSITIVE_INFINITY);
  });
});
