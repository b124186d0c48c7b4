import { expect, test } from 'vitest';
import { datesOf, readCalendarAddress } from './calendar-address.ts';
import { moveRange, openHoursOf, replaceRange, shownHours, snapRange, takenOn } from './calendar-day.ts';

const sgt = 'Asia/Singapore';
const rules = [
  { id: 'monday-morning1', weekday: 1, startMinute: 540, endMinute: 720 },
  { id: 'monday-evening1', weekday: 1, startMinute: 1020, endMinute: 1200 },
];

test('a date has its weekday’s hours, unless it has some of its own; none of its own closes it', () => {
  expect(openHoursOf('2026-11-23', rules, []).map(({ rule }) => rule)).toEqual(['monday-morning1', 'monday-evening1']);
  expect(openHoursOf('2026-11-24', rules, [])).toEqual([]);
  const own = [{ date: '2026-11-23', windows: [{ startMinute: 600, endMinute: 660 }] }];
  expect(openHoursOf('2026-11-23', rules, own)).toEqual([
    { key: '2026-11-23 0', startMinute: 600, endMinute: 660, rule: undefined },
  ]);
  expect(openHoursOf('2026-11-23', rules, [{ date: '2026-11-23', windows: [] }])).toEqual([]);
});

test('what lasts over midnight is on both dates, cut there', () => {
  const leave = { id: 'leave', start: '2026-11-23 10:00:00.000Z', end: '2026-11-24 04:00:00.000Z' };
  const on = (date: string) =>
    takenOn(date, [leave], sgt).map(({ startMinute, endMinute }) => [startMinute, endMinute]);
  expect([on('2026-11-22'), on('2026-11-23'), on('2026-11-24'), on('2026-11-25')]).toEqual([
    [],
    [[1080, 1440]],
    [[0, 720]],
    [],
  ]);
});

test('the calendar shows the hours from 7 to 21, and more where it must', () => {
  expect(shownHours([])).toEqual({ from: 7, to: 21 });
  expect(shownHours([{ startMinute: 375, endMinute: 1330 }])).toEqual({ from: 6, to: 23 });
});

test('a drag ends on the quarter hour, whichever way it went, and is never empty', () => {
  expect(snapRange(541, 722)).toEqual({ startMinute: 540, endMinute: 720 });
  expect(snapRange(722, 541)).toEqual({ startMinute: 540, endMinute: 720 });
  expect(snapRange(600, 601)).toEqual({ startMinute: 600, endMinute: 615 });
  expect(snapRange(1439, 1500)).toEqual({ startMinute: 1425, endMinute: 1440 });
});

test('moved hours keep their length and stay on their day', () => {
  const range = { startMinute: 60, endMinute: 180 };
  expect(moveRange(range, 22)).toEqual({ startMinute: 75, endMinute: 195 });
  expect(moveRange(range, -500)).toEqual({ startMinute: 0, endMinute: 120 });
  expect(moveRange(range, 5000)).toEqual({ startMinute: 1320, endMinute: 1440 });
});

test('a date’s own hours are those that were there, with the change', () => {
  const hours = openHoursOf('2026-11-23', rules, []);
  const added = { startMinute: 480, endMinute: 500 };
  expect(replaceRange(hours, '2026-11-23 monday-morning1', [added])).toEqual([
    added,
    { startMinute: 1020, endMinute: 1200 },
  ]);
  expect(replaceRange(hours, '2026-11-23 monday-morning1', [])).toHaveLength(1);
});

test('the address says view and date; without it both are what suits the screen and today', () => {
  const without = { today: '2026-11-21', view: 'week' } as const;
  const read = (text: string) => readCalendarAddress(new URLSearchParams(text), without);
  expect(read('')).toEqual({ view: 'week', date: '2026-11-21' });
  expect(read('view=day&date=2026-12-01')).toEqual({ view: 'day', date: '2026-12-01' });
  expect(read('view=year&date=2026-02-30')).toEqual({ view: 'week', date: '2026-11-21' });
  expect(datesOf({ view: 'week', date: '2026-11-22' })).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
  expect(datesOf({ view: 'day', date: '2026-11-22' })).toEqual(['2026-11-22']);
});
