import { describe, expect, test } from 'vitest';
import { plainName } from '../plain-name.ts';
import { matchRates, readPassRates } from './pass-rate-lines.ts';

const given = { period: '2025', source: 'https://www.police.gov.sg/rates' };
const row = (line: number, name: string, percent: number, sample: number) => ({
  line,
  name,
  percent,
  sample,
  ...given,
});
const reasons = (text: string, facts = given) => readPassRates(text, facts).refused.map(({ reason }) => reason);

describe('a list of pass rates', () => {
  test('is read whatever parts its cells, and a row of headings is passed over', () => {
    const text = '\uFEFFName,Percent,Sample\r\n"Tan, Ah Kow",45 %,20\nLim; 50; 10\n"Ali"\t33\t12\n';
    expect(readPassRates(text, given)).toEqual({
      lines: [row(2, 'Tan, Ah Kow', 45, 20), row(3, 'Lim', 50, 10), row(4, 'Ali', 33, 12)],
      refused: [],
    });
  });

  test('may say period and source row by row', () => {
    const { lines } = readPassRates('Lim,50,10,May 2026,https://other.example.sg/a\nTan,40,10', given);
    expect(lines.map(({ period, source }) => [period, source])).toEqual([
      ['May 2026', 'https://other.example.sg/a'],
      ['2025', given.source],
    ]);
  });

  test('has a reason for each row that is none', () => {
    expect(reasons('Tan,101,20\nLim,50\nAli,12.5,3\nMei,50,0\n-,50,3\nTan,,5')).toEqual([
      'percent',
      'columns',
      'percent',
      'sample',
      'name',
      'percent',
    ]);
    expect(reasons('Tan,50,20', { ...given, period: '' })).toEqual(['period']);
    expect(reasons('Tan,50,20', { ...given, source: 'the internet' })).toEqual(['source']);
    expect(reasons('Tan,50,20\n"Lim,50,10\n')).toContain('not_csv');
  });
});

test('a rate is taken for an instructor whose name is theirs alone and stands in the list once', () => {
  const ours = ['Tan Ah Kow', 'Lim Mei', 'LIM, Mei', 'Ravi'].map((name, at) => ({ id: String(at), name }));
  const { lines } = readPassRates('TAN ah-kow,50,5\nLim Mei,40,5\nRavi,30,5\nRavi,31,5\nNobody,1,5', given);
  const { sure, refused } = matchRates(lines, ours);
  expect(sure.map(({ one, percent }) => [one.id, percent])).toEqual([['0', 50]]);
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'several'],
    [3, 'twice'],
    [4, 'twice'],
    [5, 'nobody'],
  ]);
});

test('names are the same whatever their case and punctuation', () => {
  expect(plainName(' TAN, Ah-Kow ')).toBe(plainName('tan ah kow'));
});
