import { notificationsPath } from '#rules/paths/account-paths.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import type { Delivery } from './deliveries.store.ts';
import { type MailWords, writeMailPage } from './write-mail-page.ts';

/** The mail of one notification. One that could have been switched off says where. */
export function writeNotificationMail(delivery: Delivery, publicUrl: string): MailWords {
  const { title, message, link, isRequired, language } = delivery;
  const texts = mailsIn(language);
  const page = {
    subject: title,
    lead: title,
    rows: [],
    terms: message,
    button: {
      text: texts.openKerbside,
      link: `${publicUrl}${link.startsWith('/') ? link : notificationsPath}`,
    },
    footer: isRequired
      ? texts.requiredBecause
      : texts.chosenAndChanged({ address: `${publicUrl}${notificationsPath}` }),
  };
  return writeMailPage(page, language);
}
