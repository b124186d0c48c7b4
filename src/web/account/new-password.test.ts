import { expect, test } from 'vitest';
import { newPasswordError } from './new-password.ts';

test('a new password is checked as the register form checks its own', () => {
  expect(newPasswordError({ password: 'short', passwordConfirm: 'other' })).toBe('Passwords do not match');
  expect(newPasswordError({ password: '1234567', passwordConfirm: '1234567' })).toBe(
    'Password must be at least 8 characters long',
  );
  expect(newPasswordError({ password: '12345678', passwordConfirm: '12345678' })).toBeUndefined();
});
