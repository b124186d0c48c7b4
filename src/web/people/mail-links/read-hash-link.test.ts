import { expect, it } from 'vitest';
import { readHashLink } from './read-hash-link.ts';

it.each(['verification', 'password-reset', 'email-change'])('leads to our own page to confirm %s', (what) => {
  const path = `/auth/confirm-${what}/e30.e30.sig-_`;
  expect(readHashLink(`#${path}`)).toEqual({ kind: 'mail', path });
});

it('knows how a sign-in with another provider ended', () => {
  expect(readHashLink('#/auth/oauth2-redirect-success')).toEqual({ kind: 'provider', isSuccess: true });
  expect(readHashLink('#/auth/oauth2-redirect-failure')).toEqual({ kind: 'provider', isSuccess: false });
});

it.each([
  '',
  '#/',
  '#/auth/confirm-verification/',
  '#/auth/confirm-verification/a/../../x',
  '#//evil.example',
  '#/login',
])('leads nowhere from %j', (hash) => {
  expect(readHashLink(hash)).toEqual({ kind: 'unknown' });
});
