import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  canonicalZone,
  dateText,
  instantOf,
  isZone,
  localDayOf,
  localMinuteOf,
  mondayOf,
  parseDate,
  weekdayOf,
} from './local-time.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const utc = (text: string) => instant(`${text}Z`);
const dayOf = (text: string) => parseDate(text) ?? Number.NaN;
const zones = [
  'Asia/Singapore',
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

describe('a wall time', () => {
  test.each([
    ['Asia/Singapore', '2026-12-01', 540, '2026-12-01T01:00'],
    ['Asia/Kolkata', '2026-12-01', 540, '2026-12-01T03:30'],
    ['Pacific/Chatham', '2026-12-01', 540, '2026-11-30T19:15'],
    ['Europe/London', '2026-07-01', 1440, '2026-07-01T23:00'],
    ['America/New_York', '2026-12-01', 0, '2026-12-01T05:00'],
  ])('of %s on %s at minute %i is %s', (zone, date, minute, expected) => {
    expect(instantOf(zone, dayOf(date), minute)).toBe(utc(expected));
  });

  test.each([
    ['Europe/London', '2026-03-29', 90, '2026-03-29T01:30'],
    ['America/New_York', '2026-03-08', 150, '2026-03-08T07:30'],
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-03T15:45'],
  ])('that does not exist in %s moves forward', (zone, date, minute, expected) => {
    expect(instantOf(zone, dayOf(date), minute)).toBe(utc(expected));
  });

  test.each([
    ['Europe/London', '2026-10-25', 90, '2026-10-25T00:30'],
    ['America/New_York', '2026-11-01', 90, '2026-11-01T05:30'],
    ['Australia/Lord_Howe', '2026-04-05', 105, '2026-04-04T14:45'],
  ])('that comes twice in %s is the earlier', (zone, date, minute, expected) => {
    expect(instantOf(zone, dayOf(date), minute)).toBe(utc(expected));
  });
});

describe('a local date', () => {
  test('contains the instants from its start to the start of the next, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: utc('2010-01-01T00:00'), max: utc('2099-12-31T00:00') }),
        (zone, instantMs) => {
          const day = localDayOf(zone, instantMs);
          expect(instantOf(zone, day, 0)).toBeLessThanOrEqual(instantMs);
          expect(instantOf(zone, day + 1, 0)).toBeGreaterThan(instantMs);
        },
      ),
    );
  });

  test('and minute say together what the wall clock shows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: utc('2020-01-01T00:00'), max: utc('2030-01-01T00:00') }),
        (zone, instantMs) => {
          const format = new Intl.DateTimeFormat('en-CA', {
            timeZone: zone,
            dateStyle: 'short',
            timeStyle: 'short',
            hourCycle: 'h23',
          });
          const minute = localMinuteOf(zone, instantMs);
          const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
          expect(format.format(instantMs)).toBe(`${dateText(localDayOf(zone, instantMs))}, ${clock}`);
        },
      ),
    );
  });

  test('is read back from its text, and no other text is a date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 60_000 }), (day) => {
        expect(parseDate(dateText(day))).toBe(day);
      }),
    );
    for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T00:00', '', 'today']) {
      expect(parseDate(text)).toBeUndefined();
    }
  });

  test('belongs to the week of the Monday before it', () => {
    expect(weekdayOf(dayOf('2026-11-22'))).toBe(0);
    expect(weekdayOf(dayOf('1969-12-31'))).toBe(3);
    expect(dateText(mondayOf(dayOf('2026-11-22')))).toBe('2026-11-16');
    expect(dateText(mondayOf(dayOf('2026-11-23')))).toBe('2026-11-23');
  });
});

test('a zone is an IANA name, not an offset', () => {
  for (const zone of zones) expect(isZone(zone)).toBe(true);
  expect(canonicalZone('asia/SINGAPORE')).toBe('Asia/Singapore');
  for (const text of ['+08:00', 'Mars/Olympus', '', 'SGT', '[Asia/Singapore]']) expect(isZone(text)).toBe(false);
});
