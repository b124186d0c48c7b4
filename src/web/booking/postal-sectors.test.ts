import { expect, test } from 'vitest';
import { postalCodeError, townOf } from './postal-sectors.ts';

test('the first two digits say the town', () => {
  expect(townOf('460012')).toBe('Bedok');
  expect(townOf('520123')).toBe('Tampines');
  expect(townOf('738099')).toBe('Woodlands');
});

test('every sector of the 28 districts is known, and no other', () => {
  const known = Array.from({ length: 100 }, (_, sector) => String(sector).padStart(2, '0')).filter((sector) =>
    townOf(`${sector}0000`),
  );
  const gaps = [
    '00',
    '74',
    '83',
    '84',
    '85',
    '86',
    '87',
    '88',
    '89',
    '90',
    ...Array.from({ length: 8 }, (_, i) => `${92 + i}`),
  ];
  expect(known).toHaveLength(100 - gaps.length);
  for (const gap of gaps) expect(known).not.toContain(gap);
});

test('what is wrong with a postal code is said', () => {
  expect(postalCodeError('')).toContain('Enter');
  expect(postalCodeError('46001')).toContain('6 digits');
  expect(postalCodeError('4600123')).toContain('6 digits');
  expect(postalCodeError('990000')).toContain('first two digits');
  expect(postalCodeError('460012')).toBeUndefined();
});
