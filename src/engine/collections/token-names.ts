/** The options of an auth collection that hold what one kind of tokens is signed with. */
export const tokenNames = [
  'authToken',
  'passwordResetToken',
  'emailChangeToken',
  'verificationToken',
  'fileToken',
] as const;
