import { expect, test } from 'vitest';
import { challengeIn } from './second-factor.ts';

test('a refusal with a challenge is a sign-in that is half done', () => {
  expect(challengeIn({ status: 401, isAbort: false, response: { mfaId: 'abc' } })).toBe('abc');
});

test.each([
  [{ status: 400, isAbort: false, response: { mfaId: 'abc' } }],
  [{ status: 401, isAbort: false, response: {} }],
  [{ status: 401, isAbort: false, response: { mfaId: '' } }],
  [new Error('no answer')],
  [null],
])('any other failure is none: %o', (error) => {
  expect(challengeIn(error)).toBeUndefined();
});
