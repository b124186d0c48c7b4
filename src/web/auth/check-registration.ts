import * as texts from '#texts/auth.ts';

/** The shortest password that is accepted, in characters. */
export const minPasswordLength = 8;

/** What the register form sends, and whether the terms were agreed to. */
export type Registration = {
  name: string;
  email: string;
  password: string;
  passwordConfirm: string;
  hasAgreed: boolean;
};

/** The first thing that is wrong with a registration, in the specification's order and words; undefined when nothing is. */
export function checkRegistration({ password, passwordConfirm, hasAgreed }: Registration): string | undefined {
  if (password !== passwordConfirm) return texts.passwordsDoNotMatch;
  if (password.length < minPasswordLength) return texts.passwordMustBeAtLeast;
  if (!hasAgreed) return texts.pleaseAgreeToTheTerms;
  return undefined;
}
