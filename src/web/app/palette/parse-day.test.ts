import { expect, test } from 'vitest';
import { parseDay } from './parse-day.ts';

test.each([
  ['2026-12-05', '2026-12-05'],
  ['5/12', '2026-12-05'],
  ['5.1.2027', '2027-01-05'],
  ['5 Dec', '2026-12-05'],
  ['Sat 5 December 2026', '2026-12-05'],
  ['2 jan', '2027-01-02'],
  ['today', '2026-11-22'],
  ['tomorrow', '2026-11-23'],
  ['yesterday', '2026-11-21'],
  ['31/2', undefined],
  ['2026-02-30', undefined],
  ['5 foo', undefined],
  ['Bedok', undefined],
  ['460204', undefined],
])('“%s” on 22 Nov 2026 is %s', (typed, day) => {
  expect(parseDay(typed, '2026-11-22')).toBe(day);
});
