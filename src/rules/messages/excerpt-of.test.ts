import { expect, test } from 'vitest';
import { excerptOf } from './excerpt-of.ts';

test('an excerpt is one line of at most 200 characters, whole ones', () => {
  expect(excerptOf(' Hello\n\n  Ravi ', 0)).toBe('Hello Ravi');
  expect(excerptOf('x'.repeat(200), 0)).toBe('x'.repeat(200));
  expect(excerptOf('x'.repeat(201), 0)).toBe(`${'x'.repeat(199)}…`);
  expect(excerptOf('🚗'.repeat(300), 0)).toBe(`${'🚗'.repeat(199)}…`);
});

test('files without words are said to be there', () => {
  expect([excerptOf('', 1), excerptOf(' \n', 2), excerptOf('See', 2)]).toEqual(['Sent a file', 'Sent files', 'See']);
});
