import { expect, test } from 'vitest';
import { cohortRows, comparedReasons, emptyText, heatRows, signedText } from './question-records.ts';

const cell = (area: string, fromHour: number, toHour: number, empty: number) => ({
  area,
  fromHour,
  toHour,
  searches: 9,
  empty,
  searchesBefore: 4,
  emptyBefore: 1,
});

test('a search for several hours stands in each of them and counts once in all', () => {
  const [punggol, ...others] = heatRows([
    cell('Bedok', 9, 10, 0),
    cell('Punggol', 18, 20, 3),
    cell('Punggol', 19, 20, 1),
    cell('Punggol', 0, 24, 2),
  ]);
  expect(others).toEqual([]);
  expect(punggol?.hours.slice(17, 21)).toEqual([
    { empty: 0, before: 0 },
    { empty: 3, before: 1 },
    { empty: 4, before: 2 },
    { empty: 0, before: 0 },
  ]);
  expect([punggol?.anyTime, punggol?.total]).toEqual([{ empty: 2, before: 1 }, 6]);
});

test('a cohort has a place for each month since its own, beside the cohort before', () => {
  const rows = cohortRows([
    { month: '2026-08', later: 0, learners: 4, before: 3 },
    { month: '2026-08', later: 1, learners: 1, before: 2 },
    { month: '2026-09', later: 0, learners: 2, before: 4 },
  ]);
  expect(rows).toEqual([
    {
      month: '2026-08',
      later: [
        { learners: 4, before: 3 },
        { learners: 1, before: 2 },
      ],
    },
    { month: '2026-09', later: [{ learners: 2, before: 4 }] },
  ]);
});

test('a change has its sign, and none where it is nothing', () => {
  expect([signedText(3), signedText(-1.46, 1), signedText(0.04, 1), signedText(0)]).toEqual(['+3', '−1.5', '0', '0']);
});

test('a reason that nobody gives any more stays beside what it was', () => {
  const reason = { by: 'learner', isLate: true, excuse: '' };
  expect(comparedReasons({ now: [], before: [{ ...reason, count: 5 }] })).toEqual([{ ...reason, count: 0, before: 5 }]);
});

test('where nobody searched, or nobody counted yet, it is said in words', () => {
  expect(emptyText({ empty: 0, searches: 0 }, true)).toBe('Nobody searched');
  expect(emptyText({ empty: 0, searches: 0 }, false)).toBe('Not counted yet');
  expect(emptyText({ empty: 1, searches: 4 }, true)).toBe('1 of 4 (25.0%)');
});
