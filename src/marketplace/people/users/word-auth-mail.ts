import type { EmailTemplate } from '#engine/collections/collection.ts';
import type { Row } from '#engine/database/database.ts';
import { type AuthMail, writeAuthMail } from './write-auth-mail.ts';

const mails: readonly AuthMail[] = ['verification', 'passwordReset', 'emailChange', 'otp', 'authAlert'];

/**
 * A mail of signing in, in the language of the account it goes to, as long as it is worded as the product words it by default: an operator's own
 * words are sent as they are.
 */
export function wordAuthMail(template: EmailTemplate, { language }: Row): EmailTemplate {
  const mail = mails.find((candidate) => isSame(writeAuthMail(candidate, 'en'), template));
  return mail ? writeAuthMail(mail, String(language ?? '')) : template;
}

function isSame(one: EmailTemplate, other: EmailTemplate): boolean {
  return one.subject === other.subject && one.body === other.body;
}
