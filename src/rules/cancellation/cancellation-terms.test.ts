import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { hourMs } from '../time/durations.ts';
import { cancellationTerms, refundPercentAt } from './cancellation-terms.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const startMs = instant('2026-12-05T10:00:00+08:00');
const lessonOf = (cancellationHours: number, hoursAhead: number) => ({
  startMs,
  cancellationHours,
  bookedMs: startMs - hoursAhead * hourMs,
});
const hoursBefore = (lesson: ReturnType<typeof lessonOf>) =>
  cancellationTerms(lesson, policy).map(({ untilMs, refundPercent }) => [(startMs - untilMs) / hourMs, refundPercent]);

describe('[rule 5] [rule 6] [rule 8] the terms of a lesson', () => {
  test.each([
    [
      'days ahead',
      24,
      100,
      [
        [24, 100],
        [12, 50],
        [0, 0],
      ],
    ],
    [
      'days ahead with the 48-hour badge',
      48,
      100,
      [
        [48, 100],
        [36, 50],
        [0, 0],
      ],
    ],
    [
      '20 hours ahead',
      24,
      20,
      [
        [12, 50],
        [0, 0],
      ],
    ],
    [
      '24 hours ahead to the minute',
      24,
      24,
      [
        [12, 50],
        [0, 0],
      ],
    ],
    ['3 hours ahead', 24, 3, [[0, 0]]],
    ['in the past', 24, -1, []],
    [
      '40 hours ahead with the badge: the half hour after booking is free',
      48,
      40,
      [
        [39.5, 100],
        [36, 50],
        [0, 0],
      ],
    ],
    [
      '36.2 hours ahead with the badge: the free half hour outlasts the half',
      48,
      36.25,
      [
        [35.75, 100],
        [0, 0],
      ],
    ],
    [
      '24.25 hours ahead: the free half hour outlasts the limit',
      24,
      24.25,
      [
        [23.75, 100],
        [12, 50],
        [0, 0],
      ],
    ],
  ])('%s', (_, cancellationHours, hoursAhead, expected) => {
    expect(hoursBefore(lessonOf(cancellationHours, hoursAhead))).toEqual(expected);
  });

  test('decide what comes back, each limit itself being in time', () => {
    const lesson = lessonOf(24, 100);
    const percent = (hours: number, ms = 0) => refundPercentAt(lesson, startMs - hours * hourMs + ms, policy);
    expect([percent(50), percent(24), percent(24, 1), percent(12), percent(12, 1), percent(0), percent(-5)]).toEqual([
      100, 100, 50, 50, 0, 0, 0,
    ]);
  });
});
