import { expect, test } from 'vitest';
import { changeText, daysOf, percentText, statusRows } from './analytics-record.ts';

test('changes against the period before are said in words', () => {
  expect([
    changeText(112, 100),
    changeText(50, 100),
    changeText(3, 3),
    changeText(3, 0),
    changeText(1001, 1000),
    changeText(100, -50),
    changeText(-51, -50),
  ]).toEqual(['+12%', '−50%', 'no change', 'none before', 'nearly the same', 'more than before', 'less than before']);
});

test('a rate without lessons is no zero', () => {
  expect([percentText(null), percentText(0), percentText(0.123)]).toEqual(['–', '0.0%', '12.3%']);
});

test('a week’s figures are those of its days within the period', () => {
  const buckets = ['2026-11-30', '2026-12-07', '2026-12-14'].map((date) => ({ date }));
  const span = { from: '2026-12-02', to: '2026-12-16' };
  expect(buckets.map((_, place) => daysOf(buckets, place, span))).toEqual([
    { from: '2026-12-02', to: '2026-12-06' },
    { from: '2026-12-07', to: '2026-12-13' },
    { from: '2026-12-14', to: '2026-12-16' },
  ]);
});

test('each status has one row: closed lessons are among the completed ones', () => {
  expect(statusRows({ closed: 4, completed: 2, confirmed: 5 })).toEqual([
    ['completed', 6],
    ['confirmed', 5],
  ]);
  expect(statusRows({ closed: 1 })).toEqual([['completed', 1]]);
  expect(statusRows({ confirmed: 1 })).toEqual([['confirmed', 1]]);
});
