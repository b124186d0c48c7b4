import { expect, test } from 'vitest';
import { reportStatuses, reportTypes, sizeText, typeHints } from './report-record.ts';

test('reports have four types [211]', () => {
  expect(reportTypes.map(({ label }) => label)).toEqual(['Analytics', 'Financial', 'Performance', 'Security']);
  expect(Object.keys(typeHints)).toEqual(reportTypes.map(({ value }) => value));
});

test('reports have three statuses [212]', () => {
  expect(reportStatuses.map(({ label }) => label)).toEqual(['Ready', 'Processing', 'Failed']);
});

test('sizes are said in the unit that fits', () => {
  expect([0, 999, 1000, 999_940, 999_960, 1_200_000_000].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '999.9 KB',
    '1.0 MB',
    '1.2 GB',
  ]);
});
