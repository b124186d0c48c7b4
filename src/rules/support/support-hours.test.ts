import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dateText, localDayOf, localMinuteOf, weekdayOf } from '../time/local-time.ts';
import { platformZone } from '../time/platform-zone.ts';
import { answerBy, isSupportOpen } from './support-hours.ts';

const at = (local: string) => Temporal.Instant.from(`${local}+08:00`).epochMilliseconds;
const holidays = new Set(['2026-12-25', '2026-11-09']);
const none = new Set<string>();

describe('[202, 203] a question is answered after two hours of Monday to Friday, 9 AM to 6 PM SGT', () => {
  test.each([
    ['in the morning of a working day', '2026-11-24T10:00:00', '2026-11-24T12:00:00'],
    ['so that it is just answered the same day', '2026-11-24T16:00:00', '2026-11-24T18:00:00'],
    ['too late for the same day', '2026-11-24T17:30:00', '2026-11-25T10:30:00'],
    ['at closing time', '2026-11-24T18:00:00', '2026-11-25T11:00:00'],
    ['before opening', '2026-11-24T06:00:00', '2026-11-24T11:00:00'],
    ['on Friday evening', '2026-11-27T19:00:00', '2026-11-30T11:00:00'],
    ['on Sunday', '2026-11-29T12:00:00', '2026-11-30T11:00:00'],
    ['on the eve of Christmas, which is a Friday', '2026-12-24T17:00:00', '2026-12-28T10:00:00'],
    ['on a Monday that is a holiday', '2026-11-09T10:00:00', '2026-11-10T11:00:00'],
  ])('%s', (_, asked, answered) => {
    expect(answerBy(at(asked), holidays, policy)).toBe(at(answered));
  });

  const instant = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2040-01-01T00:00:00') });
  const someHolidays = fc
    .array(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
    .chain((offsets) => instant.map((askedMs) => ({ askedMs, offsets })));

  test('and never outside these hours, nor on a holiday', () => {
    fc.assert(
      fc.property(someHolidays, ({ askedMs, offsets }) => {
        const day = localDayOf(platformZone, askedMs);
        const closed = new Set(offsets.map((offset) => dateText(day + offset)));
        const answeredMs = answerBy(askedMs, closed, policy);
        const answeredDay = localDayOf(platformZone, answeredMs);
        expect(answeredMs - askedMs).toBeGreaterThanOrEqual(120 * 60_000);
        expect([0, 6]).not.toContain(weekdayOf(answeredDay));
        expect(closed.has(dateText(answeredDay))).toBe(false);
        expect(localMinuteOf(platformZone, answeredMs)).toBeGreaterThanOrEqual(540);
        expect(localMinuteOf(platformZone, answeredMs)).toBeLessThanOrEqual(1080);
      }),
    );
  });

  test('exactly: the open minutes between question and answer are 120', () => {
    const minuteMs = 60_000;
    fc.assert(
      fc.property(instant, (anyMs) => {
        const askedMs = Math.floor(anyMs / minuteMs) * minuteMs;
        const answeredMs = answerBy(askedMs, none, policy);
        let open = 0;
        for (let ms = askedMs; ms < answeredMs; ms += minuteMs) if (isSupportOpen(ms, none, policy)) open += 1;
        expect(open).toBe(120);
      }),
      { numRuns: 30 },
    );
  });

  test('and whoever asks later is not answered earlier', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 5 * 86_400_000 }), (askedMs, laterMs) => {
        expect(answerBy(askedMs + laterMs, holidays, policy)).toBeGreaterThanOrEqual(
          answerBy(askedMs, holidays, policy),
        );
      }),
    );
  });
});

test('[rule 33] support is open from 9 AM on and no longer at 6 PM', () => {
  const times = ['08:59:59', '09:00:00', '17:59:59', '18:00:00'];
  expect(times.map((time) => isSupportOpen(at(`2026-11-24T${time}`), none, policy))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isSupportOpen(at('2026-12-25T12:00:00'), holidays, policy)).toBe(false);
});
