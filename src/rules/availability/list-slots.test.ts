import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { instantOf, parseDate } from '../time/local-time.ts';
import { listSlots, type Offer, type SlotQuestion } from './list-slots.ts';
import type { WorkingTime } from './list-windows.ts';
import type { Span } from './spans.ts';

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
