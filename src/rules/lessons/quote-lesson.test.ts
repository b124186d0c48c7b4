import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { firstPolicyValues } from '../policies/policy-values.ts';
import { answerUntil } from './answer-until.ts';
import { lessonCents, quoteLesson, totalCents } from './quote-lesson.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const prices = {
  hourlyCents: 6600,
  eveningSurchargePercent: 10,
  weekendSurchargePercent: 5,
  timezone: 'Asia/Singapore',
};
const at = (text: string) => instant(`${text}:00+08:00`);

test.each([
  ['2026-12-01T17:59', 60, [['lesson', '60 minutes at S$66.00', 6600]]],
  [
    '2026-12-01T18:00',
    60,
    [
      ['lesson', '60 minutes at S$66.00', 6600],
      ['evening', 'Weekday evening, 10 %', 660],
    ],
  ],
  [
    '2026-12-05T19:00',
    90,
    [
      ['lesson', '90 minutes at S$66.00', 9900],
      ['weekend', 'Weekend, 5 %', 495],
    ],
  ],
  [
    '2026-12-06T09:00',
    120,
    [
      ['lesson', '120 minutes at S$66.00', 13_200],
      ['weekend', 'Weekend, 5 %', 660],
    ],
  ],
] as const)('a lesson on %s of %i minutes has its lines', (start, minutes, lines) => {
  const expected = lines.map(([kind, text, cents]) => ({ kind, text, cents }));
  const fee = { kind: 'platform_fee', text: 'Platform fee', cents: 0 };
  expect(quoteLesson(prices, at(start), minutes)).toEqual([...expected, fee]);
});

test('evening and weekend go by the wall clock of the instructor, not of who asks', () => {
  const start = instant('2026-12-04T18:30:00Z');
  expect(quoteLesson(prices, start, 60).map(({ kind }) => kind)).toContain('weekend');
  expect(quoteLesson({ ...prices, timezone: 'Europe/London' }, start, 60).map(({ kind }) => kind)).toContain('evening');
});

test('the price of a slot is the sum of the lines that are charged', () => {
  fc.assert(
    fc.property(
      fc.record({
        hourlyCents: fc.integer({ min: 0, max: 100_000 }),
        eveningSurchargePercent: fc.integer({ min: 0, max: 100 }),
        weekendSurchargePercent: fc.integer({ min: 0, max: 100 }),
        timezone: fc.constantFrom('Asia/Singapore', 'Europe/London', 'Asia/Kolkata'),
      }),
      fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-01-01T00:00') }),
      fc.integer({ min: 5, max: 2880 }),
      (offer, startMs, minutes) => {
        const lines = quoteLesson(offer, startMs, minutes);
        expect(totalCents(lines)).toBe(lessonCents(offer, startMs, minutes));
        expect(lines.every(({ cents }) => Number.isInteger(cents) && cents >= 0)).toBe(true);
      },
    ),
  );
});

test.each([
  ['2026-12-01T10:00', '2026-12-05T10:00', '2026-12-01T22:00'],
  ['2026-12-01T10:00', '2026-12-02T09:59', '2026-12-01T13:00'],
  ['2026-12-01T10:00', '2026-12-02T10:00', '2026-12-01T22:00'],
  ['2026-12-01T10:00', '2026-12-01T11:00', '2026-12-01T11:00'],
])('[rule 2] a request of %s for %s can be answered until %s', (now, start, until) => {
  expect(answerUntil(at(start), at(now), firstPolicyValues)).toBe(at(until));
});
