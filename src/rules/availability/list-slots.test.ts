import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { instantOf, localDayOf, mondayOf, parseDate } from '../time/local-time.ts';
import { listSlots, type Offer, type SlotQuestion } from './list-slots.ts';
import { listWindows, type WorkingTime } from './list-windows.ts';
import type { Span } from './spans.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const plain: Offer = {
  slotStepMinutes: 60,
  minNoticeMinutes: 0,
  horizonDays: 0,
  gapMinutes: 0,
  maxLessonsPerDay: 0,
  maxLessonsPerWeek: 0,
  worksHolidays: false,
  licenceExpiresOn: '',
  retiresOn: '',
};
const nothingTaken = { timeOff: [], busy: [], closedDates: [] };
const everyDay = (startMinute: number, endMinute: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute, endMinute }));

type Scene = {
  zone?: string;
  date?: string;
  days?: number;
  minutes?: number;
  offer?: Partial<Offer>;
  rules?: WorkingTime['rules'];
  overrides?: WorkingTime['overrides'];
  taken?: Partial<SlotQuestion['taken']>;
  now?: string;
};

/** The wall times of the starts on a date (or several), as `hh:mm` in the zone. */
function startsOn(scene: Scene): string[] {
  const { zone = 'Asia/Singapore', date = '2026-12-01', days = 1, minutes = 60 } = scene;
  const day = parseDate(date) ?? Number.NaN;
  const slots = listSlots({
    offer: { ...plain, ...scene.offer },
    working: { timezone: zone, rules: scene.rules ?? everyDay(540, 720), overrides: scene.overrides ?? [] },
    taken: { ...nothingTaken, ...scene.taken },
    nowMs: wall(zone, scene.now ?? '2026-11-21T10:00'),
    fromMs: instantOf(zone, day, 0),
    toMs: instantOf(zone, day + days, 0),
    durationMinutes: minutes,
  });
  return slots.map(({ startMs }) =>
    Temporal.Instant.fromEpochMilliseconds(startMs)
      .toZonedDateTimeISO(zone)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' }),
  );
}

function wall(zone: string, text: string): number {
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
}

const span = (from: string, to: string): Span => ({
  startMs: wall('Asia/Singapore', from),
  endMs: wall('Asia/Singapore', to),
});

describe('the grid', () => {
  test.each<[string, Scene, string[]]>([
    ['runs from the start of the window', {}, ['09:00', '10:00', '11:00']],
    [
      'ends with the last lesson that fits',
      { minutes: 90, offer: { slotStepMinutes: 30 } },
      ['09:00', '09:30', '10:00', '10:30'],
    ],
    ['steps by the length where no step is set', { minutes: 90, offer: { slotStepMinutes: 0 } }, ['09:00', '10:30']],
    [
      'is not moved by a lesson',
      { taken: { busy: [span('2026-12-01T09:15', '2026-12-01T09:45')] } },
      ['10:00', '11:00'],
    ],
    [
      'is not moved by time off',
      { taken: { timeOff: [span('2026-12-01T08:00', '2026-12-01T09:10')] } },
      ['10:00', '11:00'],
    ],
    [
      'runs through windows that touch',
      { rules: [...everyDay(540, 630), ...everyDay(630, 720)] },
      ['09:00', '10:00', '11:00'],
    ],
    [
      'runs through windows that overlap',
      { rules: [...everyDay(540, 660), ...everyDay(600, 720)] },
      ['09:00', '10:00', '11:00'],
    ],
    ['begins anew in a window apart', { rules: [...everyDay(540, 600), ...everyDay(615, 675)] }, ['09:00', '10:15']],
    ['reaches midnight', { rules: everyDay(1320, 1440) }, ['22:00', '23:00']],
    [
      'goes over midnight into the next day',
      { rules: [...everyDay(1380, 1440), ...everyDay(0, 30)], days: 2, minutes: 90 },
      ['23:00', '23:00'],
    ],
    [
      'begins anew at each midnight of a window longer than a day',
      { rules: everyDay(0, 1440), offer: { slotStepMinutes: 420 } },
      ['00:00', '07:00', '14:00', '21:00'],
    ],
    [
      'of a window longer than a day begins with the window on its first day',
      {
        rules: [
          { weekday: 2, startMinute: 1, endMinute: 1440 },
          { weekday: 3, startMinute: 0, endMinute: 720 },
        ],
        days: 2,
        offer: { slotStepMinutes: 480 },
      },
      ['00:01', '08:01', '16:01', '00:00', '08:00'],
    ],
  ])('%s', (_, scene, expected) => {
    expect(startsOn(scene)).toEqual(expected);
  });
});

describe('what decides on a date', () => {
  const holiday = { taken: { closedDates: ['2026-12-01'] } };
  test.each<[string, Scene, string[]]>([
    [
      'an override replaces the rules',
      { overrides: [{ date: '2026-12-01', windows: [{ startMinute: 840, endMinute: 900 }] }] },
      ['14:00'],
    ],
    ['an empty override closes the date', { overrides: [{ date: '2026-12-01', windows: [] }] }, []],
    [
      'an override opens a weekday that has no rule',
      { rules: [], overrides: [{ date: '2026-12-01', windows: [{ startMinute: 840, endMinute: 900 }] }] },
      ['14:00'],
    ],
    ['a holiday that closes', holiday, []],
    ['a holiday for who works holidays', { ...holiday, offer: { worksHolidays: true } }, ['09:00', '10:00', '11:00']],
    ['notice hides what is too soon', { date: '2026-11-21', offer: { minNoticeMinutes: 30 } }, ['11:00']],
    ['notice to the minute is enough', { date: '2026-11-21', offer: { minNoticeMinutes: 60 } }, ['11:00']],
    [
      'the horizon ends with its last date',
      { date: '2026-11-22', days: 5, offer: { horizonDays: 1 } },
      ['09:00', '10:00', '11:00'],
    ],
    ['the horizon is 56 days where none is set', { date: '2027-01-16', days: 9 }, ['09:00', '10:00', '11:00']],
    [
      'the licence ends with its last date',
      { days: 5, offer: { licenceExpiresOn: '2026-12-01' } },
      ['09:00', '10:00', '11:00'],
    ],
    [
      'the 75th birthday is the last date',
      { days: 5, offer: { retiresOn: '2026-12-01' } },
      ['09:00', '10:00', '11:00'],
    ],
    [
      'the gap holds on both sides',
      { offer: { gapMinutes: 15 }, taken: { busy: [span('2026-12-01T10:00', '2026-12-01T11:00')] } },
      [],
    ],
    [
      'a gap that is just there is enough',
      { offer: { gapMinutes: 15 }, taken: { busy: [span('2026-12-01T10:15', '2026-12-01T10:45')] } },
      ['09:00', '11:00'],
    ],
    [
      'a full day',
      { offer: { maxLessonsPerDay: 1 }, taken: { busy: [span('2026-12-01T20:00', '2026-12-01T21:00')] } },
      [],
    ],
    [
      'a full week',
      { offer: { maxLessonsPerWeek: 1 }, taken: { busy: [span('2026-12-06T20:00', '2026-12-06T21:00')] } },
      [],
    ],
    [
      'a full week before is none',
      { offer: { maxLessonsPerWeek: 1 }, taken: { busy: [span('2026-11-29T20:00', '2026-11-29T21:00')] } },
      ['09:00', '10:00', '11:00'],
    ],
  ])('%s', (_, scene, expected) => {
    expect(startsOn(scene)).toEqual(expected);
  });

  test.each<[string, Scene, string[]]>([
    [
      'the hour that is skipped is not offered',
      { zone: 'Europe/London', date: '2026-03-29' },
      ['00:00', '02:00', '03:00'],
    ],
    [
      'the hour that comes twice is offered twice',
      { zone: 'Europe/London', date: '2026-10-25' },
      ['00:00', '01:00', '01:00', '02:00', '03:00'],
    ],
    [
      'half an hour is skipped on Lord Howe',
      { zone: 'Australia/Lord_Howe', date: '2026-10-04' },
      ['00:00', '01:00', '02:30'],
    ],
  ])('in a window from 00:00 to 04:00 %s', (_, scene, expected) => {
    expect(
      startsOn({ ...scene, rules: everyDay(0, 240), now: '2026-03-20T00:00', offer: { horizonDays: 300 } }),
    ).toEqual(expected);
  });
});

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
