import { expect, test } from 'vitest';
import { dayToShow, groupByDay, groupByPart, partOfDay } from './slot-days.ts';

const slot = (localDate: string, hour: number) => ({
  start: `${localDate}T${String(hour).padStart(2, '0')}:00:00.000Z`,
  end: `${localDate}T${String(hour + 1).padStart(2, '0')}:00:00.000Z`,
  priceCents: 6600,
  localDate,
});

test('the strip has every day in order, also those without a free time', () => {
  const days = groupByDay([slot('2026-12-02', 1), slot('2026-12-04', 2), slot('2026-12-02', 3)], '2026-12-01', 4);
  expect(days.map((day) => [day.date, day.slots.length])).toEqual([
    ['2026-12-01', 0],
    ['2026-12-02', 2],
    ['2026-12-03', 0],
    ['2026-12-04', 1],
  ]);
});

test.each([
  ['00:00', 'Morning'],
  ['11:59', 'Morning'],
  ['12:00', 'Afternoon'],
  ['17:59', 'Afternoon'],
  ['18:00', 'Evening'],
  ['23:30', 'Evening'],
])('%s is in the %s', (clock, part) => {
  expect(partOfDay(clock)).toBe(part);
});

test('parts of the day without a free time are left out', () => {
  const groups = groupByPart(['09:00', '19:00', '10:30'], (clock) => clock);
  expect(groups).toEqual([
    { part: 'Morning', slots: ['09:00', '10:30'] },
    { part: 'Evening', slots: ['19:00'] },
  ]);
});

test('the strip opens on the wanted day while that has a free time, else on the first that has', () => {
  const days = groupByDay([slot('2026-12-02', 1), slot('2026-12-03', 1)], '2026-12-01', 3);
  expect(dayToShow(days, '2026-12-03')?.date).toBe('2026-12-03');
  expect(dayToShow(days, '2026-12-01')?.date).toBe('2026-12-02');
  expect(dayToShow(days, undefined)?.date).toBe('2026-12-02');
  expect(dayToShow(groupByDay([], '2026-12-01', 3), undefined)).toBeUndefined();
});

test('a day whose only time is the learner’s own can be opened, and is where there is no other', () => {
  const own = new Set(['2026-12-01']);
  const days = groupByDay([slot('2026-12-02', 1)], '2026-12-01', 3);
  expect(dayToShow(days, '2026-12-01', own)?.date).toBe('2026-12-01');
  expect(dayToShow(days, undefined, own)?.date).toBe('2026-12-02');
  expect(dayToShow(groupByDay([], '2026-12-01', 3), undefined, own)?.date).toBe('2026-12-01');
});
