import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../time/durations.ts';
import { instantOf, localDayOf, mondayOf, parseDate } from '../time/local-time.ts';
import { listSlots, type Offer, type SlotQuestion } from './list-slots.ts';
import { listWindows } from './list-windows.ts';
import type { Span } from './spans.ts';

const plain: Pick<Offer, 'worksHolidays' | 'licenceExpiresOn' | 'retiresOn'> = {
  worksHolidays: false,
  licenceExpiresOn: '',
  retiresOn: '',
};

const zones = [
  'Asia/Singapore',
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
] as const;
const window = fc
  .tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 1, max: 288 }))
  .filter(([start, end]) => start < end)
  .map(([start, end]) => ({ startMinute: start * 5, endMinute: end * 5 }));
const stretch = fc
  .tuple(fc.integer({ min: 0, max: 20 * 288 }), fc.integer({ min: 1, max: 60 }))
  .map(([start, length]) => ({ start: start * 5 * minuteMs, length: length * 5 * minuteMs }));
const anything = fc
  .record({
    zone: fc.constantFrom(...zones),
    firstDay: fc.integer({ min: parseDate('2026-01-01') ?? 0, max: parseDate('2027-12-31') ?? 0 }),
    rules: fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), window), { maxLength: 12 }),
    overrides: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.array(window, { maxLength: 2 })), {
      maxLength: 3,
      selector: ([day]) => day,
    }),
    timeOff: fc.array(stretch, { maxLength: 3 }),
    busy: fc.array(stretch, { maxLength: 12 }),
    offer: fc.record({
      slotStepMinutes: fc.constantFrom(0, 5, 15, 30, 45, 420),
      minNoticeMinutes: fc.constantFrom(0, 90, 720, 3000),
      horizonDays: fc.constantFrom(0, 1, 7, 30),
      gapMinutes: fc.constantFrom(0, 10, 45),
      maxLessonsPerDay: fc.constantFrom(0, 1, 3),
      maxLessonsPerWeek: fc.constantFrom(0, 2, 9),
    }),
    minutes: fc.constantFrom(5, 45, 60, 120, 2880),
  })
  .map(({ zone, firstDay, rules, overrides, timeOff, busy, offer, minutes }): SlotQuestion => {
    const fromMs = instantOf(zone, firstDay, 0);
    const place = ({ start, length }: { start: number; length: number }) => ({
      startMs: fromMs + start,
      endMs: fromMs + start + length,
    });
    return {
      offer: { ...plain, ...offer },
      working: {
        timezone: zone,
        rules: rules.map(([weekday, times]) => ({ weekday, ...times })),
        overrides: overrides.map(([day, windows]) => ({
          date: Temporal.PlainDate.from('1970-01-01')
            .add({ days: firstDay + day })
            .toString(),
          windows,
        })),
      },
      taken: { timeOff: timeOff.map(place), busy: busy.map(place), closedDates: [] },
      nowMs: fromMs + 3 * hourMs,
      fromMs,
      toMs: fromMs + 14 * dayMs,
      durationMinutes: minutes,
    };
  });

/** Checks every slot of many questions; fails as well when there was no slot to check. */
function everySlot(check: (slot: Span, question: SlotQuestion, slots: Span[]) => void): void {
  let seen = 0;
  fc.assert(
    fc.property(anything, (question) => {
      const slots = listSlots(question);
      seen += slots.length;
      for (const slot of slots) check(slot, question, slots);
    }),
    { numRuns: 300 },
  );
  expect(seen).toBeGreaterThan(1000);
}

describe('every slot, whatever the rules', () => {
  test('comes after the one before it, has the length, and starts in the asked time', () => {
    fc.assert(
      fc.property(anything, (question) => {
        const starts = listSlots(question).map(({ startMs }) => startMs);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      }),
    );
    everySlot(({ startMs, endMs }, { fromMs, toMs, durationMinutes }) => {
      expect(endMs - startMs).toBe(durationMinutes * minuteMs);
      expect(startMs).toBeGreaterThanOrEqual(fromMs);
      expect(startMs).toBeLessThan(toMs);
    });
  });

  test('lies within one merged window', () => {
    everySlot(({ startMs, endMs }, { working }) => {
      const day = localDayOf(working.timezone, startMs);
      const windows = listWindows(working, day - 3, day + 5);
      expect(windows.some((open) => open.startMs <= startMs && endMs <= open.endMs)).toBe(true);
    });
  });

  test('keeps notice and horizon', () => {
    everySlot(({ startMs }, { working, offer, nowMs }) => {
      expect(startMs - nowMs).toBeGreaterThanOrEqual(offer.minNoticeMinutes * minuteMs);
      const daysAhead = localDayOf(working.timezone, startMs) - localDayOf(working.timezone, nowMs);
      expect(daysAhead).toBeLessThanOrEqual(offer.horizonDays || 56);
    });
  });

  test('overlaps no time off, and keeps the gap to every lesson', () => {
    everySlot(({ startMs, endMs }, { taken, offer }) => {
      for (const away of taken.timeOff) expect(endMs <= away.startMs || startMs >= away.endMs).toBe(true);
      const gapMs = offer.gapMinutes * minuteMs;
      for (const lesson of taken.busy) {
        expect(endMs + gapMs <= lesson.startMs || startMs >= lesson.endMs + gapMs).toBe(true);
      }
    });
  });

  test('is on a day and in a week that are not full', () => {
    everySlot(({ startMs }, { taken, offer, working }) => {
      const dayOf = (ms: number) => localDayOf(working.timezone, ms);
      const onDay = taken.busy.filter((lesson) => dayOf(lesson.startMs) === dayOf(startMs)).length;
      const inWeek = taken.busy.filter((lesson) => mondayOf(dayOf(lesson.startMs)) === mondayOf(dayOf(startMs))).length;
      if (offer.maxLessonsPerDay > 0) expect(onDay).toBeLessThan(offer.maxLessonsPerDay);
      if (offer.maxLessonsPerWeek > 0) expect(inWeek).toBeLessThan(offer.maxLessonsPerWeek);
    });
  });

  test('is there however the asked time is cut', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 14 * 96 - 1 }), (question, quarters) => {
        const middleMs = question.fromMs + quarters * 15 * minuteMs;
        const parts = [...listSlots({ ...question, toMs: middleMs }), ...listSlots({ ...question, fromMs: middleMs })];
        expect(parts).toEqual(listSlots(question));
      }),
    );
  });

  test('stays where it is when another is booked, as far as it is offered still', () => {
    fc.assert(
      fc.property(anything, fc.nat(), (question, pick) => {
        const before = listSlots(question);
        const booked = before[pick % Math.max(before.length, 1)];
        if (!booked) return;
        const taken = { ...question.taken, busy: [...question.taken.busy, booked] };
        const starts = new Set(before.map(({ startMs }) => startMs));
        for (const { startMs } of listSlots({ ...question, taken })) expect(starts.has(startMs)).toBe(true);
      }),
    );
  });
});
