import { expect, test } from 'vitest';
import { postalCodeError, townOf } from './postal-code.ts';

test('the first two digits say the town', () => {
  expect(townOf('460012')).toBe('Bedok');
  expect(townOf('520123')).toBe('Tampines');
});

test('what is wrong with a postal code is said', () => {
  expect(postalCodeError('')).toContain('Enter');
  expect(postalCodeError('46001')).toContain('6 digits');
  expect(postalCodeError('4600123')).toContain('6 digits');
  expect(postalCodeError('990000')).toContain('first two digits');
  expect(postalCodeError('460012')).toBeUndefined();
});
