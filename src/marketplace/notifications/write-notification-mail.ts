import type { Delivery } from './deliveries.store.ts';
import { type MailWords, writeMailPage } from './write-mail-page.ts';

/** The mail of one notification. One that could have been switched off says where. */
export function writeNotificationMail(delivery: Delivery, publicUrl: string): MailWords {
  const { title, message, link, isRequired } = delivery;
  return writeMailPage({
    subject: title,
    lead: title,
    rows: [],
    terms: message,
    button: { text: 'Open Kerbside', link: `${publicUrl}${link.startsWith('/') ? link : '/dashboard/notifications'}` },
    footer: isRequired
      ? 'You get this mail because a booking of yours or its money depends on it.'
      : `You chose to be told by mail. Change that at ${publicUrl}/dashboard/notifications`,
  });
}
