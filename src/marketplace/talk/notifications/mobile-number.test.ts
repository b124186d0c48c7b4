import { expect, test } from 'vitest';
import { mobileNumber } from './mobile-number.ts';

test.each([
  ['8123 4567', '+6581234567'],
  ['+65 9123-4567', '+6591234567'],
  ['6591234567', '+6591234567'],
  ['0065 81234567', '+6581234567'],
])('%s is the mobile number %s', (typed, number) => {
  expect(mobileNumber(typed)).toBe(number);
});

test.each(['', '6123 4567', '+44 7911 123456', '812345678', 'call me'])('"%s" is none', (typed) => {
  expect(mobileNumber(typed)).toBeUndefined();
});
