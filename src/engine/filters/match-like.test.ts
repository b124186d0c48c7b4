import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { likePattern, matchesLike } from './match-like.ts';

describe('matchesLike', () => {
  it.each([
    ['Alpha', '%LPH%', true],
    ['alpha', 'a%a', true],
    ['alpha', 'a%', true],
    ['alpha', '%b', false],
    ['a', 'a%a', false],
    ['a%b', 'a\\%b', true],
    ['axb', 'a\\%b', false],
    ['axb', 'a_b', true],
    ['🚗', '_', true],
    ['', '%', true],
    ['', '', true],
    ['aab', '%ab', true],
    ['abcabd', '%abd%', true],
    ['abab_', '%b\\_', true],
    ['a\nb', 'a%b', true],
  ])('%j fits %j: %s', (text, pattern, fits) => {
    expect(matchesLike(text, pattern)).toBe(fits);
  });

  test('answers as a search of every way would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '_', '%', '\\'), maxLength: 9 });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 9 });
    fc.assert(
      fc.property(texts, letters, (text, pattern) => {
        expect(matchesLike(text, pattern)).toBe(everyWay(text, pattern));
      }),
      { numRuns: 3000 },
    );
  });

  // Trying every way, or every place anew, would take years for these.
  it.each([
    ['a'.repeat(200_000), `${'%a'.repeat(100_000)}b`],
    ['a'.repeat(1_000_000), `%${'a'.repeat(500_000)}b%`],
    [`${'ab'.repeat(500_000)}`, `%${'ab'.repeat(200_000)}aa%`],
  ])('[10.1.4] walks over a long text once', (text, pattern) => {
    expect(matchesLike(text, pattern)).toBe(false);
  });

  test('a text without % is looked for anywhere, its other signs as they are', () => {
    expect(matchesLike('x a_b\\c y', likePattern('a_b\\c'))).toBe(true);
    expect(matchesLike('x axb\\c y', likePattern('a_b\\c'))).toBe(false);
  });
});

test('a pattern may be 3,500 characters long', () => {
  expect(likePattern('%'.repeat(3500))).toHaveLength(3500);
  expect(() => likePattern('%'.repeat(3501))).toThrow('max pattern length');
});

function everyWay(text: string, pattern: string): boolean {
  const [first = '', second = ''] = pattern;
  if (pattern === '') return text === '';
  if (first === '%') return everyWay(text, pattern.slice(1)) || (text !== '' && everyWay(text.slice(1), pattern));
  if (text === '') return false;
  if (first === '_') return everyWay(text.slice(1), pattern.slice(1));
  if (first === '\\' && second !== '') return text[0] === second && everyWay(text.slice(1), pattern.slice(2));
  return text[0] === first && everyWay(text.slice(1), pattern.slice(1));
}
