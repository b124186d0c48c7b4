import { describe, expect, it } from 'vitest';
import { formatDate, formatLessonTime, formatMinutes, formatSlot, localDateOf, zoneLabel } from './format-time.ts';

describe('times in words', () => {
  it('say a lesson with its day once', () => {
    expect(formatLessonTime('2026-12-05T02:00:00.000Z', '2026-12-05T03:30:00.000Z')).toBe('Sat 5 Dec, 10:00–11:30');
    expect(formatLessonTime('2026-12-05T15:30:00.000Z', '2026-12-05T16:30:00.000Z')).toBe(
      'Sat 5 Dec, 23:30–Sun 6 Dec, 00:30',
    );
  });

  it('shorten September like every other month', () => {
    expect(formatDate('2026-09-01')).toBe('1 Sep 2026');
  });

  it('read the wire’s own form of an instant', () => {
    expect(localDateOf('2026-12-04 16:30:00.000Z')).toBe('2026-12-05');
  });

  it('name near days by words and far ones by date', () => {
    const now = '2026-12-03T01:00:00.000Z';
    expect(formatSlot('2026-12-03T10:30:00.000Z', now)).toBe('Today 18:30');
    expect(formatSlot('2026-12-03T16:30:00.000Z', now)).toBe('Tomorrow 00:30');
    expect(formatSlot('2026-12-05T02:00:00.000Z', now)).toBe('Sat 10:00');
    expect(formatSlot('2026-12-10T02:00:00.000Z', now)).toBe('Thu 10 Dec 10:00');
  });

  it('say lengths and zones as people do', () => {
    expect([60, 90, 120].map(formatMinutes)).toEqual(['1 hour', '90 minutes', '2 hours']);
    expect(zoneLabel()).toBe('SGT');
  });
});
