import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test('a name is shown to strangers with the whole first character of its last word, whatever that is', () => {
  expect(shortName('Tan Mei Ling')).toBe('Tan Mei L.');
  expect(shortName('Walker 😀')).toBe('Walker 😀.');
  expect(shortName('Walker 👩‍🎓🚗')).toBe('Walker 👩‍🎓.');
  expect(shortName(' Cher ')).toBe('Cher');
});
