import { describe, expect, test } from 'vitest';
import { leakedPasswords } from '#rules/passwords/common-passwords.ts';
import { passwordWarning } from './password-warning.ts';

describe('a warning about a password', () => {
  test.each([
    ['password1', /leaked/],
    ['PASSWORD123', /leaked/],
    ['P@ssw0rd', /leaked/],
    ['1qaz2wsx', /leaked/],
    ['singapore1', /leaked/],
    ['aaaaaaaaa', /repeats one or two/],
    ['1212121212', /leaked|repeats one or two/],
    ['qwertyuiop', /leaked|row of keys/],
    ['lkjhgfdsa', /row of keys/],
    ['abcdefgh12345', /row of keys/],
    ['87654321', /row of keys/],
    ['Welcome2026!', /common word/],
    ['summer!!99', /common word/],
    ['m0nkey2024', /common word/],
    ['meiling88', /your name/],
    ['mei.tan.lim', /your name/],
  ])('is given for %s', (password, words) => {
    expect(passwordWarning(password, ['Mei Ling', 'meiling@example.com', 'mei.tan.lim'])).toMatch(words);
  });

  test.each([
    'short1',
    '',
    'correct horse battery staple',
    'Tiga-lorong 57 hijau',
    'xK9#vbQ2',
    'melon-taxi-2931',
    'kerbstones are grey',
  ])('is not given for “%s”', (password) => {
    expect(passwordWarning(password, ['Mei Ling', 'mei@example.com'])).toBeUndefined();
  });

  test('knows leaked passwords as they are compared: in small letters, at least eight', () => {
    expect([...leakedPasswords].filter((item) => item !== item.toLowerCase())).toEqual([]);
    expect(leakedPasswords.size).toBeGreaterThan(300);
  });
});
