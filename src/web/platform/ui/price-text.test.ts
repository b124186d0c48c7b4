import { expect, test } from 'vitest';
import { centsOf, percentOf } from './price-text.ts';

test.each([
  ['66', 6600],
  [' 66.5 ', 6650],
  ['66.05', 6605],
  ['S$66,00', 6600],
  ['1000', 100_000],
  ['1000.01', undefined],
  ['66.005', undefined],
  ['-5', undefined],
  ['', undefined],
  ['sixty', undefined],
])('a price written %j is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  ['', 0],
  ['10', 10],
  ['10 %', 10],
  ['101', undefined],
  ['1.5', undefined],
])('a surcharge written %j is %s percent', (text, percent) => {
  expect(percentOf(text)).toBe(percent);
});
