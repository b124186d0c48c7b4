import { expect, test } from 'vitest';
import { cardDigits, cardNumberError, groupCardDigits, isCardNumber } from './card-number.ts';

test('spaces and dashes are dropped and digits are shown in fours', () => {
  expect(cardDigits('4242-4242 4242 4242')).toBe('4242424242424242');
  expect(groupCardDigits('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(groupCardDigits('42424')).toBe('4242 4');
  expect(groupCardDigits('4242')).toBe('4242');
});

test('the check digit is checked before the bank is asked', () => {
  expect(isCardNumber('4242424242424242')).toBe(true);
  expect(isCardNumber('4000000000000002')).toBe(true);
  expect(isCardNumber('4000000000003220')).toBe(true);
  expect(isCardNumber('4242424242424241')).toBe(false);
});

test('what is missing is said in words', () => {
  expect(cardNumberError('')).toBe('Enter the card number.');
  expect(cardNumberError('4242')).toContain('missing');
  expect(cardNumberError('4242424242424241')).toContain('is not right');
  expect(cardNumberError('4242 4242 4242 4242')).toBeUndefined();
});
