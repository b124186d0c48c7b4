import { expect, test } from 'vitest';
import { isEmail } from './is-address.ts';

test.each([
  'mei@example.com',
  'Mei.Tan+l@Example.COM',
  'tan@例え.jp',
  'josé@example.com',
  'o’neil@example.sg'.replace('’', "'"),
])('%s is an address', (address) => expect(isEmail(address)).toBe(true));

test.each([
  ['a capital that JavaScript and PostgreSQL make small in different ways', 'mei@kerbsİde.example'],
  ['the same in the name', 'admİn@kerbside.example'],
  ['wide letters', 'mei@ｋerbside.example'],
  ['a wide sign', 'mei＠kerbside.example@kerbside.example'],
  ['a hyphen that nobody sees', 'mei@kerb\u00adside.example'],
  ['a space of no width', 'mei\u200b@kerbside.example'],
  ['a turn of direction', 'mei\u202e@kerbside.example'],
  ['a long s', 'mei@kerbſide.example'],
  ['the sign of Kelvin', 'mei@\u212aerbside.example'],
  ['a letter and its accent apart', 'jose\u0301@example.com'],
  ['a big letter beyond A to Z', 'JOSÉ@example.com'],
  ['a dot behind', 'mei@kerbside.example.'],
])('[25.28] %s is no spelling of an address: %s', (_what, address) => expect(isEmail(address)).toBe(false));
