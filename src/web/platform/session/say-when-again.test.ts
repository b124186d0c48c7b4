import { expect, test } from 'vitest';
import { sayWhenAgain } from './say-when-again.ts';

test.each([
  ['Too Many Requests.', '40', 'That was tried too often. Try again in 40 seconds.'],
  ['Too Many Requests.', '1', 'That was tried too often. Try again in 1 second.'],
  ['Too Many Requests.', '600', 'That was tried too often. Try again in 10 minutes.'],
  ['Too Many Requests.', '10800', 'That was tried too often. Try again in 3 hours.'],
  [
    'Too many failed attempts, please try again in a few minutes.',
    '200',
    'Too many failed attempts. Try again in 4 minutes.',
  ],
  ['Too many codes. Wait a little.', null, 'Too many codes. Wait a little.'],
  ['', '5', 'That was tried too often. Try again in 5 seconds.'],
  [undefined, 'Wed, 21 Oct 2026 07:28:00 GMT', 'That was tried too often.'],
])('“%s” with the wait %s is “%s”', (message, retryAfter, said) => {
  expect(sayWhenAgain(message, retryAfter)).toBe(said);
});
