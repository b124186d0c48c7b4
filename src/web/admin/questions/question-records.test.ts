import { expect, test } from 'vitest';
import { cohortRows, comparedReasons, heatRows } from './question-records.ts';

const cell = (area: string, fromHour: number, toHour: number, empty: number) => ({
  area,
  fromHour,
  toHour,
  searches: 9,
  empty,
});

test('[13.13] a search for several hours stands in each of them and counts once in all', () => {
  const [punggol, ...others] = heatRows([
    cell('Bedok', 9, 10, 0),
    cell('Punggol', 18, 20, 3),
    cell('Punggol', 19, 20, 1),
    cell('Punggol', 0, 24, 2),
  ]);
  expect(others).toEqual([]);
  expect([punggol?.hours[17], punggol?.hours[18], punggol?.hours[19], punggol?.hours[20]]).toEqual([0, 3, 4, 0]);
  expect([punggol?.anyTime, punggol?.total]).toEqual([2, 6]);
});

test('[13.13] a cohort has a place for each month until the last that anybody came in', () => {
  const rows = cohortRows([
    { month: '2026-08', later: 0, learners: 4 },
    { month: '2026-08', later: 2, learners: 1 },
    { month: '2026-09', later: 0, learners: 2 },
  ]);
  expect(rows).toEqual([
    { month: '2026-08', learners: 4, later: [0, 1] },
    { month: '2026-09', learners: 2, later: [] },
  ]);
});

test('[13.13] a reason that nobody gives any more stays beside what it was', () => {
  const reason = { by: 'learner', isLate: true, excuse: '' };
  expect(comparedReasons({ now: [], before: [{ ...reason, count: 5 }] })).toEqual([{ ...reason, count: 0, before: 5 }]);
});
