import { expect, test } from 'vitest';
import { hideNric, nricMark } from './hide-nric.ts';

test.each([
  'S1234567D',
  's1234567d',
  'S 1234567 D',
  'S1234567-D',
  'Ｓ１２３４５６７Ｄ',
  'T1234567J',
  'F1234567N',
  'G1234567X',
  'M1234567K',
])('%s is a number that is kept nowhere', (number) => {
  expect(hideNric(`Mine is ${number}, thanks`)).toBe(`Mine is ${nricMark}, thanks`);
});

test('what only looks like one stays, and what was hidden stays hidden', () => {
  for (const text of [
    'S1234567A',
    'SBA1234567D',
    'S123456D',
    'S12345678D',
    'plate SBA1234X',
    'order 1234567',
    'café ½',
  ])
    expect(hideNric(text)).toBe(text);
  expect(hideNric(nricMark)).toBe(nricMark);
  expect(nricMark).toHaveLength(9);
});
