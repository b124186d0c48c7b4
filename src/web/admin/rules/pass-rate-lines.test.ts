import { expect, test } from 'vitest';
import { plainName, readPassRates } from './pass-rate-lines.ts';

test('lines are read whatever parts them, and a line of headings is passed over', () => {
  const text = '\uFEFFName,Percent,Sample\r\nTan Ah Kow,45 %,20\nLim; 50; 10\n"Ali"\t33\t12\n';
  expect(readPassRates(text)).toEqual({
    lines: [
      { name: 'Tan Ah Kow', percent: 45, sample: 20 },
      { name: 'Lim', percent: 50, sample: 10 },
      { name: 'Ali', percent: 33, sample: 12 },
    ],
    wrong: [],
  });
});

test('what is no line is said, not guessed', () => {
  const { lines, wrong } = readPassRates('Tan,101,20\nLim,50\nAli,12.5,3\nMei,50,0');
  expect([lines.length, wrong.length]).toEqual([0, 4]);
});

test('names are the same whatever their case and punctuation', () => {
  expect(plainName(' TAN, Ah-Kow ')).toBe(plainName('tan ah kow'));
});
