import * as texts from '#texts/auth.ts';
import { writeAnEmailAddress } from '#texts/session.ts';
import { isEmailAddress } from '../../platform/ground/is-email-address.ts';

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

export type MissingFields = { [Name in keyof Registration]?: string | undefined };

/** What is to be said at each field that is empty, or has no email address where one is asked for; in the order of the form. */
export function missingIn({ name, email, password, passwordConfirm }: Registration): MissingFields {
  return {
    ...(name === '' && { name: texts.writeYourName }),
    ...(!isEmailAddress(email) && { email: writeAnEmailAddress }),
    ...(password === '' && { password: texts.chooseAPassword }),
    ...(passwordConfirm === '' && { passwordConfirm: texts.passwordOnceMore }),
  };
}

/** The first thing that is wrong with a registration, in the specification's order and words; undefined when nothing is. */
export function checkRegistration({ password, passwordConfirm, hasAgreed }: Registration): string | undefined {
  if (password !== passwordConfirm) return texts.passwordsDoNotMatch;
  if (password.length < minPasswordLength) return texts.passwordMustBeAtLeast;
  if (!hasAgreed) return texts.pleaseAgreeToTheTerms;
  return undefined;
}
