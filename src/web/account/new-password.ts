/** What is wrong with a new password, in the order of the register form's checks; undefined when it may be sent. */
export function newPasswordError({
  password,
  passwordConfirm,
}: {
  password: string;
  passwordConfirm: string;
}): string | undefined {
  if (password !== passwordConfirm) return 'Passwords do not match';
  if ([...password].length < 8) return 'Password must be at least 8 characters long';
  return undefined;
}
