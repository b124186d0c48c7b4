import { expect, test } from 'vitest';
import { codeAtEnd, postalCodeError, townOf, withoutCodeAtEnd } from './postal-code.ts';

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

test.each([
  ['Blk 85 Bedok North St 4, 460085', 'Blk 85 Bedok North St 4'],
  ['Blk 85 Bedok North St 4 Singapore 460085', 'Blk 85 Bedok North St 4'],
  ['Blk 85 Bedok North St 4 S(460085) ', 'Blk 85 Bedok North St 4'],
])('%s ends with its postal code', (address, place) => {
  expect(codeAtEnd(address)).toBe('460085');
  expect(withoutCodeAtEnd(address)).toBe(place);
});

test('no other number is taken for a postal code', () => {
  for (const address of ['Bedok MRT, exit B', 'Blk 85', 'call 91234567', 'lot 990000', '460085 is my code'])
    expect(codeAtEnd(address)).toBeUndefined();
});
