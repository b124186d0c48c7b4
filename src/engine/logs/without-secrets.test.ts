import { describe, expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6InRlc3QifQ.9oX1vC2Jw_-3nT0yq5';
const random = `a${'B3x'.repeat(13)}`;

describe('a text of a request', () => {
  test.each([
    ['/api/files/a/b/c?thumb=1x1&token=abc&x=1', '/api/files/a/b/c?thumb=1x1&token=***&x=1'],
    ['/api/x?FileToken=abc', '/api/x?FileToken=***'],
    ['/api/x?%74oken=abc&a', '/api/x?%74oken=***&a'],
    ['/api/oauth2-redirect?code=abc&state=def', '/api/oauth2-redirect?code=***&state=***'],
    ['/x#token=abc', '/x#token=***'],
    ['/api/slots?postalCode=520123&q=Tampines', '/api/slots?postalCode=520123&q=Tampines'],
    ['http://kerbside.example/instructors/abc.def?page=2', 'http://kerbside.example/instructors/abc.def?page=2'],
    ['/api/x?token', '/api/x?token'],
  ])('%s is kept as %s', (text, kept) => {
    expect(withoutSecrets(text)).toBe(kept);
  });

  test.each([
    `/api/marketplace/calendar/${random}.ics`,
    `/api/marketplace/calendar/%61${random.slice(1)}.ics?x=1`,
    `Reader (${random})`,
  ])('%s keeps nothing of a random secret in it', (text) => {
    expect(withoutSecrets(text)).not.toContain(random.slice(1));
  });

  test.each([
    `http://kerbside.example/auth/confirm-password-reset/${jwt}`,
    `http://kerbside.example/auth/confirm-password-reset/%65${jwt.slice(1)}`,
    `/_/#/auth/confirm-verification/${jwt}`,
    `/api/x?filter=${jwt}`,
    `Browser (${jwt})`,
    `/auth/confirm-password-reset/${jwt.slice(0, 40)}`,
  ])('[10.1.14] %s keeps nothing of the token', (text) => {
    expect(withoutSecrets(text)).not.toContain('eyJ');
    expect(withoutSecrets(text)).not.toContain('yJpZCI6');
  });
});
