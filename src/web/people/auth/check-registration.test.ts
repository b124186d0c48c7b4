import { describe, expect, it } from 'vitest';
import { checkRegistration, missingIn, type Registration } from './check-registration.ts';

const good: Registration = {
  name: 'Mei Ling',
  email: 'mei@example.com',
  password: '12345678',
  passwordConfirm: '12345678',
  hasAgreed: true,
};

describe('checking a registration', () => {
  it('refuses two different passwords [104]', () => {
    expect(checkRegistration({ ...good, passwordConfirm: '12345679' })).toBe('Passwords do not match');
  });

  it('refuses seven characters and takes eight [105] [106]', () => {
    const seven = { password: '1234567', passwordConfirm: '1234567' };
    expect(checkRegistration({ ...good, ...seven })).toBe('Password must be at least 8 characters long');
    expect(checkRegistration(good)).toBeUndefined();
  });

  it('refuses terms that were not agreed to [107]', () => {
    expect(checkRegistration({ ...good, hasAgreed: false })).toBe('Please agree to the terms and conditions');
  });

  it('names different passwords before their length and the terms [108]', () => {
    const wrong = { password: 'short', passwordConfirm: 'other', hasAgreed: false };
    expect(checkRegistration({ ...good, ...wrong })).toBe('Passwords do not match');
  });

  it('names the length before the terms [109]', () => {
    const wrong = { password: 'short', passwordConfirm: 'short', hasAgreed: false };
    expect(checkRegistration({ ...good, ...wrong })).toBe('Password must be at least 8 characters long');
  });
});

describe('what a registration lacks', () => {
  it('is said of each field, in the order of the form', () => {
    const empty = { name: '', email: '', password: '', passwordConfirm: '', hasAgreed: false };
    expect(Object.entries(missingIn(empty))).toEqual([
      ['name', 'Enter your name.'],
      ['email', 'Enter an email address such as name@example.com.'],
      ['password', 'Enter a password.'],
      ['passwordConfirm', 'Enter the password again.'],
    ]);
    expect(missingIn(good)).toEqual({});
  });

  it.each(['mei', 'mei@', 'mei@example', 'mei ling@example.com'])('has “%s” for no email address', (email) => {
    expect(Object.keys(missingIn({ ...good, email }))).toEqual(['email']);
  });
});
