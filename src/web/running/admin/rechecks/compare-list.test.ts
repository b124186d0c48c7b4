import { expect, test } from 'vitest';
import { compareWithList, readList } from './compare-list.ts';

const today = '2026-11-22';
const outcomes = (names: string[], text: string) =>
  compareWithList(
    names.map((name, index) => ({ id: String(index), name })),
    readList(text).lines,
    today,
  ).map(({ outcome, listed }) => [outcome, listed?.name]);

test('a list is read by lines, with dates or without, past its heading; what is no line is told', () => {
  expect(readList('Name,Valid until\nTan Ah Kow,2027-01-31\n"Lim Mei";\n\nOng, soon\n')).toEqual({
    lines: [
      { name: 'Tan Ah Kow', validUntil: '2027-01-31' },
      { name: 'Lim Mei', validUntil: '' },
    ],
    wrong: ['Ong, soon'],
  });
});

test('each instructor is found, expired, under another spelling, or missing', () => {
  const list = 'TAN AH KOW\nLim Mei Ling\nRavi Kumar,2026-11-21\nOng';
  expect(outcomes(['Tan Ah-Kow', 'Lim Mei', 'Ravi Kumar', 'Ong Ah Kow', 'Siti'], list)).toEqual([
    ['found', 'TAN AH KOW'],
    ['name_differs', 'Lim Mei Ling'],
    ['expired', 'Ravi Kumar'],
    ['missing', undefined],
    ['missing', undefined],
  ]);
});

test('a licence holds on its last day, and of two of one name the list has to have two', () => {
  expect(outcomes(['Ravi Kumar'], `Ravi Kumar,${today}`)).toEqual([['found', 'Ravi Kumar']]);
  expect(outcomes(['Tan Ah Kow', 'tan ah kow'], 'Tan Ah Kow').map(([outcome]) => outcome)).toEqual([
    'name_differs',
    'name_differs',
  ]);
  expect(outcomes(['Tan Ah Kow', 'tan ah kow'], 'Tan Ah Kow\nTan Ah Kow').map(([outcome]) => outcome)).toEqual([
    'found',
    'found',
  ]);
});
