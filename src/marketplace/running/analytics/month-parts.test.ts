import { expect, test } from 'vitest';
import { monthParts } from './month-parts.ts';

const parts = (from: string, to: string) =>
  monthParts(
    { fromMs: Date.parse(`${from}T00:00:00+08:00`), toMs: Date.parse(`${to}T00:00:00+08:00`) },
    'Asia/Singapore',
  );

test.each([
  ['2026-11-01', '2026-12-01', '2026-11-01', '2026-12-01', []],
  ['2026-01-01', '2026-12-09', '2026-01-01', '2026-12-01', [['2026-12-01', '2026-12-09', 1]]],
  [
    '2026-11-04',
    '2026-11-27',
    '2026-11-01',
    '2026-12-01',
    [
      ['2026-11-01', '2026-11-04', -1],
      ['2026-11-27', '2026-12-01', -1],
    ],
  ],
  [
    '2026-11-20',
    '2026-11-25',
    '2026-12-01',
    '2026-12-01',
    [
      ['2026-11-20', '2026-12-01', 1],
      ['2026-11-25', '2026-12-01', -1],
    ],
  ],
] as const)('%s to %s is read as months with few days added or taken off', (from, to, first, end, days) => {
  const stretches = days.map(([begins, ends, sign]) => ({ from: begins, to: ends, sign }));
  expect(parts(from, to)).toEqual({ months: { from: first, to: end }, days: stretches });
});
