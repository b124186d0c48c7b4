import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, parseDate } from '../time/local-time.ts';
import { findGaps } from './find-gaps.ts';

const span = (from: string, to: string, openingCents: number | null = null, closingCents: number | null = null) => ({
  ...{ from: `2026-11-${from}`, to: `2026-11-${to}` },
  ...{ openingCents, closingCents, account: '' },
});
const until = '2026-11-20';

test('[26.15] days that no statement has are told, but for those over which the balances meet', () => {
  const gap = [{ from: '2026-11-06', to: '2026-11-07' }];
  expect(findGaps([span('08', '20'), span('01', '05')], { until, graceDays: 3 })).toEqual(gap);
  expect(findGaps([span('01', '05', 0, 700), span('08', '20', 700, 0)], { until, graceDays: 3 })).toEqual([]);
  expect(findGaps([span('01', '05', 0, 700), span('08', '20', 600, 0)], { until, graceDays: 3 })).toEqual(gap);
  expect(findGaps([span('01', '17')], { until, graceDays: 3 })).toEqual([]);
  expect(findGaps([span('01', '16')], { until, graceDays: 3 })).toEqual([{ from: '2026-11-17', to: '2026-11-20' }]);
  expect(findGaps([], { until, graceDays: 3 })).toEqual([]);
});

test('[26.28] lines of a day that was exported before it was over are missed where the balances do not meet', () => {
  const torn = [{ from: '2026-11-05', to: '2026-11-06' }];
  const of = (...statements: ReturnType<typeof span>[]) => findGaps(statements, { until: '2026-11-10', graceDays: 3 });
  expect(of(span('01', '05', 0, 700), span('06', '10', 900, 0))).toEqual(torn);
  expect(of(span('01', '05', 0, 700), span('06', '10', 700, 0))).toEqual([]);
  // The whole day came later, before or with a part of it again, or a statement does not say its balances.
  expect(of(span('01', '05', 0, 700), span('05', '05', 600, 900), span('06', '10', 900, 0))).toEqual([]);
  expect(of(span('01', '05', 0, 900), span('05', '05', 600, 700), span('06', '10', 900, 0))).toEqual([]);
  expect(of(span('01', '05', 0, 700), span('06', '10', 900, 0), span('05', '06', 600, 950))).toEqual([]);
  expect(of(span('01', '05', 0, 700), span('06', '10'))).toEqual([]);
});

test('[26.15] each day since the first is in a statement or in a gap, and in one of them only', () => {
  const day = fc.integer({ min: 0, max: 40 });
  const first = parseDate('2026-11-01') ?? 0;
  const spans = fc.array(fc.tuple(day, fc.nat(6)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(spans, (said) => {
      const statements = said.map(([from, days]) => ({
        ...{ from: dateText(first + from), to: dateText(first + from + days) },
        ...{ openingCents: null, closingCents: null, account: '' },
      }));
      const gaps = findGaps(statements, { until: dateText(first + 60), graceDays: 0 });
      const isIn = (date: string, of: ReadonlyArray<{ from: string; to: string }>) =>
        of.filter(({ from, to }) => from <= date && date <= to).length;
      const begin = Math.min(...said.map(([from]) => from));
      for (let place = begin; place <= 60; place += 1) {
        const date = dateText(first + place);
        expect(isIn(date, gaps)).toBe(isIn(date, statements) > 0 ? 0 : 1);
      }
    }),
  );
});
