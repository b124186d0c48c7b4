/** What mailed links are for, as in `/auth/:what/:token`, and the title of each one's page. */
export const mailLinks = new Map([
  ['confirm-verification', 'Verify your email'],
  ['confirm-password-reset', 'Set a new password'],
  ['confirm-email-change', 'Confirm your new email'],
]);
