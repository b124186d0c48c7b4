import * as texts from '#texts/mailLinks.ts';
import { minPasswordLength } from './check-registration.ts';

export type NewPassword = { password: string; passwordConfirm: string };

/** What is wrong with a new password, by the field to blame; an empty object when nothing is. The words are those of registering. */
export function checkNewPassword({ password, passwordConfirm }: NewPassword): Partial<NewPassword> {
  if (password.length < minPasswordLength) return { password: texts.passwordMustBeAtLeast };
  return password === passwordConfirm ? {} : { passwordConfirm: texts.passwordsDoNotMatch };
}
