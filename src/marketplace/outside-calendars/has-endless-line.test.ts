import { expect, test } from 'vitest';
import { hasEndlessLine } from './has-endless-line.ts';

test.each([
  ['50 parameters', `X${';A=1'.repeat(50)}:1\r\n`, false],
  ['one more', `X${';A=1'.repeat(51)}:1\r\n`, true],
  ['one more, folded', `X${';A=1\r\n '.repeat(51)}:1\r\n`, true],
  ['a colon in quotes', `X${';A=":"'.repeat(51)}:1\r\n`, true],
  ['a long value', `X:${';A=1'.repeat(5000)}\r\n`, false],
  ['many lines', 'X;A=1;B="c:d":1\r\n'.repeat(5000), false],
])('a line with %s', (_case, text, isEndless) => {
  expect(hasEndlessLine(text)).toBe(isEndless);
});
