import { minPasswordLength } from '../auth/check-registration.ts';

export type NewPassword = { password: string; passwordConfirm: string };

/** What is wrong with a new password, by the field to blame; an empty object when nothing is. The words are those of registering. */
export function checkNewPassword({ password, passwordConfirm }: NewPassword): Partial<NewPassword> {
  if (password.length < minPasswordLength) return { password: 'Password must be at least 8 characters long' };
  return password === passwordConfirm ? {} : { passwordConfirm: 'Passwords do not match' };
}
