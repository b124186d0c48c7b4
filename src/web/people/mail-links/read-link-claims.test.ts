import { describe, expect, it } from 'vitest';
import { readLinkClaims } from './read-link-claims.ts';

function tokenOf(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

describe('the claims of a mailed link', () => {
  it('say for which account and addresses it is', () => {
    const claims = {
      collectionId: '_pb_users_auth_',
      id: 'a1',
      email: 'größe+ö@example.com',
      newEmail: 'new@example.com',
      exp: 1,
    };
    expect(readLinkClaims(tokenOf(claims))).toEqual({
      collection: '_pb_users_auth_',
      id: 'a1',
      email: 'größe+ö@example.com',
      newEmail: 'new@example.com',
    });
  });

  it.each(['', 'x', 'a.b.c', '..', tokenOf(null), tokenOf('text'), tokenOf({ email: 5, collectionId: '' })])(
    'of %j are those of nobody in users',
    (token) => {
      expect(readLinkClaims(token)).toEqual({ collection: 'users', id: '', email: '', newEmail: '' });
    },
  );
});
