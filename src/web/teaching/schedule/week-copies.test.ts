import { expect, test } from 'vitest';
import { copyWeek, weeksOf } from './week-copies.ts';

const range = (startMinute: number, endMinute: number) => ({ startMinute, endMinute });
const rules = [{ id: 'tuesdays', instructor: 'i', weekday: 2, ...range(540, 720) }];
const overrides = [
  { id: 'a', date: '2027-03-02', windows: [range(600, 660)] },
  { id: 'b', date: '2027-03-04', windows: null },
  { id: 'c', date: '2027-03-16', windows: [range(780, 840)] },
];

test('weeks are told by their Mondays', () => {
  expect(weeksOf(overrides)).toEqual(['2027-03-01', '2027-03-15']);
});

test('a week gives its other hours to the same days of later weeks, and says what these have now', () => {
  expect(copyWeek({ from: '2027-03-01', to: ['2027-03-15', '2027-03-08'], rules, overrides })).toEqual([
    { date: '2027-03-09', before: [range(540, 720)], after: [range(600, 660)], was: null, isSame: false },
    { date: '2027-03-11', before: [], after: [], was: null, isSame: true },
    { date: '2027-03-16', before: [range(780, 840)], after: [range(600, 660)], was: [range(780, 840)], isSame: false },
    { date: '2027-03-18', before: [], after: [], was: null, isSame: true },
  ]);
});
