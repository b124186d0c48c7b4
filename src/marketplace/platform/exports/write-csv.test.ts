import { expect, test } from 'vitest';
import { dollars, writeCsv } from './write-csv.ts';

test('cells are quoted where they must be, and lines end as the format says', () => {
  const csv = writeCsv(
    ['Name', 'Sum'],
    [
      ['Tan "Mei", Ling', dollars(6550)],
      ['two\nlines', null],
      [true, 3],
    ],
  );
  expect(csv).toBe('\uFEFFName,Sum\r\n"Tan ""Mei"", Ling",65.50\r\n"two\nlines",\r\ntrue,3\r\n');
});

test('a text that a spreadsheet would run is only text', () => {
  const csv = writeCsv(
    ['Name'],
    [['=HYPERLINK("http://evil.example")'], ['@SUM(A1)'], ['+65 9000 0000'], ['-5.00'], ['-x']],
  );
  expect(csv.split('\r\n').slice(1, 6)).toEqual([
    `"'=HYPERLINK(""http://evil.example"")"`,
    `'@SUM(A1)`,
    `'+65 9000 0000`,
    '-5.00',
    `'-x`,
  ]);
});
