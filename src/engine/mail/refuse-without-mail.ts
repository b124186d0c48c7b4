import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';

/**
 * Refuses a call whose whole effect is a mail where no mail server is set: to answer that it was sent would be untrue. In development mails are read in
 * the mailbox.
 */
export function refuseWithoutMail(engine: Pick<Engine, 'isDevelopment' | 'mail'>): void {
  if (canMail(engine)) return;
  throw badRequest('No email can be sent from here yet: no mail server is set up. Ask whoever runs this site.');
}

/** Whether what is mailed from here can be read by whom it is for; in development that is the mailbox. */
export function canMail({ isDevelopment, mail }: Pick<Engine, 'isDevelopment' | 'mail'>): boolean {
  return isDevelopment || mail.leaves();
}
