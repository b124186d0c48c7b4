import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Mei Ling Tan', 'Mei Ling', 'Tan'],
  ['  Ravi   Chandran ', 'Ravi', 'Chandran'],
  ['Madonna', 'Madonna', ''],
  ['', '', ''],
])('the name "%s" is split into "%s" and "%s"', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
