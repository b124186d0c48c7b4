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
  if (password !== passwordConfirm) return 'Passwords do not match';
  if (password.length < minPasswordLength) return 'Password must be at least 8 characters long';
  if (!hasAgreed) return 'Please agree to the terms and conditions';
  return undefined;
}
