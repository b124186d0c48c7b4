import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { daysOfDue, nextDue, type ReportRhythm } from './report-schedule.ts';

const zone = 'Asia/Singapore';
const at = (text: string) => Temporal.Instant.from(`${text}+08:00`).epochMilliseconds;

describe('a report that repeats', () => {
  test.each<[ReportRhythm, string, string, string, string]>([
    ['day', '2026-11-21T10:00', '2026-11-22T06:00', '2026-11-21', '2026-11-21'],
    ['day', '2026-11-21T05:59', '2026-11-21T06:00', '2026-11-20', '2026-11-20'],
    ['day', '2026-11-21T06:00', '2026-11-22T06:00', '2026-11-21', '2026-11-21'],
    ['week', '2026-11-21T10:00', '2026-11-23T06:00', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-21T10:00', '2026-12-01T06:00', '2026-11-01', '2026-11-30'],
    ['month', '2026-12-31T23:00', '2027-01-01T06:00', '2026-12-01', '2026-12-31'],
    ['month', '2028-02-29T12:00', '2028-03-01T06:00', '2028-02-01', '2028-02-29'],
  ])('every %s, after %s it is due at %s, of %s to %s', (every, now, due, from, to) => {
    const dueMs = nextDue(every, at(now), zone);
    expect(dueMs).toBe(at(due));
    expect(daysOfDue(every, dueMs, zone)).toEqual({ from, to });
  });
});
