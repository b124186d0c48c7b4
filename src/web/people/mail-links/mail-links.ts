import * as texts from '#texts/mailLinks.ts';

/** What mailed links are for, as in `/auth/:what/:token`, and the title of each one's page. */
export const mailLinks = new Map([
  ['confirm-verification', texts.verifyYourEmail],
  ['confirm-password-reset', texts.setANewPassword],
  ['accept-invitation', texts.acceptInvitation],
  ['confirm-email-change', texts.confirmYourNewEmail],
  ['confirm-account-change', texts.accountChange],
]);
