import { describe, expect, test } from 'vitest';
import { instantOf, parseDate } from '../time/local-time.ts';
import { adviceAt, areasAround, type PickupAdvice } from './pickup-advice.ts';

const zone = 'Asia/Singapore';
const orchard: PickupAdvice = {
  area: 'Orchard',
  kind: 'avoid',
  text: 'No stopping',
  weekdays: [1, 2, 3, 4, 5],
  startMinute: 7 * 60,
  endMinute: 10 * 60,
};
const span = (date: string, hour: number, minutes: number) => {
  const startMs = instantOf(zone, parseDate(date) ?? 0, hour * 60);
  return { startMs, endMs: startMs + minutes * 60_000 };
};

describe('the areas a postal code may lie in', () => {
  test('are the nearest of all, and those in the middle of town within a kilometre', () => {
    expect(areasAround('238801')).toContain('Orchard');
    expect(areasAround('238801')[0]).toBe('River Valley');
    expect(areasAround('059413')).toContain('Outram');
  });

  test('are the town alone further out, and none for no sector', () => {
    expect(areasAround('529510')).toEqual(['Tampines']);
    expect(areasAround('740000')).toEqual([]);
  });
});

describe('advice for pick-ups', () => {
  // 23 November 2026 is a Monday.
  test.each([
    ['within its hours', '2026-11-23', 8, 60, 1],
    ['that reaches into them', '2026-11-23', 6, 90, 1],
    ['that ends as they begin', '2026-11-23', 6, 60, 0],
    ['that begins as they end', '2026-11-23', 10, 60, 0],
    ['on another day', '2026-11-22', 8, 60, 0],
    ['from the night before on', '2026-11-22', 23, 600, 1],
  ])('holds for a lesson %s, or does not', (_, date, hour, minutes, count) => {
    expect(adviceAt([orchard], zone, span(date, hour, minutes))).toHaveLength(count);
  });

  test('holds on every day and at every time where it names none', () => {
    const always = { ...orchard, weekdays: [], startMinute: 0, endMinute: 1440 };
    expect(adviceAt([always], zone, span('2026-11-22', 3, 60))).toHaveLength(1);
    expect(adviceAt([orchard], zone, undefined)).toHaveLength(1);
  });
});
