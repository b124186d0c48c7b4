import { describe, expect, it } from 'vitest';
import { startOfDate } from './when-options.ts';

describe('the first instant of a local date', () => {
  it('follows the zone’s own offset on that day', () => {
    expect(startOfDate('2026-12-05', 'Asia/Singapore')).toBe('2026-12-04T16:00:00.000Z');
    expect(startOfDate('2026-07-01', 'Europe/London')).toBe('2026-06-30T23:00:00.000Z');
    expect(startOfDate('2026-12-05', 'Europe/London')).toBe('2026-12-05T00:00:00.000Z');
    expect(startOfDate('2026-12-05', 'Asia/Kathmandu')).toBe('2026-12-04T18:15:00.000Z');
  });
});
