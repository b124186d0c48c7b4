import { describe, expect, it, test } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

describe('compilePattern', () => {
  it.each([
    ['(', 'missing closing ): `(`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a-z', 'missing closing ]: `[a-z`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<=a)', 'invalid named capture: `(?<=a)`'],
    ['\\q', 'invalid escape sequence: `\\q`'],
    ['\\', 'trailing backslash at end of expression: ``'],
    ['\\p{Nope}', 'invalid character class range: `\\p{Nope}`'],
    ['[\\b]', 'invalid escape sequence: `\\b`'],
  ])('refuses %s as RE2 does', (pattern, reason) => {
    expect(() => compilePattern(pattern)).toThrow(`error parsing regexp: ${reason}`);
  });

  it.each([
    ['(?P<year>\\d{4})', '2026', 'abcd'],
    ['^(?i)straße$', 'STRAßE', 'strasse'],
    ['^a(?i)b|c$', 'C', 'A'],
    ['^(?s:.)$', '\n', ''],
    ['^.$', '\r', '\n'],
    ['(?m)^b$', 'a\nb', 'ab'],
    ['\\Aa\\z', 'a', 'a\n'],
    ['^\\Qa.b\\E$', 'a.b', 'axb'],
    ['^[[:upper:]]+$', 'AB', 'aB'],
    ['^[]a]+$', ']a', '[a'],
    ['^a{,3}$', 'a{,3}', 'aaa'],
    ['^[\\w-]+$', 'a-b', 'a b'],
    ['^\\pL+$', 'äß', 'a1'],
    ['^\\p{Greek}$', 'α', 'a'],
    ['^\\x{41}\\x42$', 'AB', 'ab'],
    ['^\\s$', ' ', '\u00a0'],
    ['^\\-\\@\\/$', '-@/', '-@'],
    ['^[[:^upper:]]+$', 'ab', 'aB'],
    ['^.{2}$', '🚗🚗', '🚗'],
    ['^(?U)a+$', 'aa', 'b'],
    ['^\\p{Han}+$', '漢字', 'kanji'],
  ])('%s fits %j, not %j', (pattern, fitting, other) => {
    const compiled = compilePattern(pattern);
    expect([compiled.test(fitting), compiled.test(other)]).toEqual([true, false]);
  });
});

// A pattern that is tried again from every place, or in every way, would take years for these texts.
test.each([
  ['^(a+)+$', `${'a'.repeat(50_000)}!`],
  ['^(a|aa)*$', `${'a'.repeat(50_000)}!`],
  ['(.*)(.*)(.*)(.*)[^a]$', 'a'.repeat(50_000)],
])('[10.1.4] [11.10] %s is answered in one walk over a long text that it does not fit', (pattern, text) => {
  expect(compilePattern(pattern).test(text)).toBe(false);
});

test('a pattern is compiled once', () => {
  expect(compilePattern('^once$')).toBe(compilePattern('^once$'));
});
