import { describe, expect, it } from 'vitest';
import { tokenExpiry, tokenSession } from './token-expiry.ts';

const token = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('the end of a session token', () => {
  it('is read from its claims', () => {
    expect(tokenExpiry(token({ id: 'ü?>', exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
  });

  it.each(['', 'a.b', 'a.%%%.c', token({ id: 'x' }), token({ exp: 'soon' })])('is unknown in %j', (text) => {
    expect(tokenExpiry(text)).toBeUndefined();
  });
});

describe('the session of a token', () => {
  it('is read from its claims', () => {
    expect(tokenSession(token({ session: 'abc' }))).toBe('abc');
  });

  it.each(['', 'a.%%%.c', token({}), token({ session: 1 })])('is unknown in %j', (text) => {
    expect(tokenSession(text)).toBeUndefined();
  });
});
