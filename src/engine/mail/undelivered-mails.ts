import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { findUndelivered, handleUndelivered, type UndeliveredMail } from './undelivered-mails.store.ts';

export type { UndeliveredMail } from './undelivered-mails.store.ts';

const most = 200;

/** The newest 200 mails that could not be delivered: those nobody did anything about, or those whose owner was told. */
export function listUndelivered({ db }: Engine, isDone: boolean): Promise<UndeliveredMail[]> {
  return findUndelivered(db, isDone, most);
}

/**
 * Notes what somebody did about an undelivered mail: `again` puts it into the queue anew, `told` leaves it. Answers the mail; undefined for one that is
 * none, or that somebody dealt with meanwhile. 409 at `mail` `mail_forgotten` for one to send whose words are kept no more: it would go out empty.
 */
export async function dealWithUndelivered(
  { jobs, clock }: Engine,
  tx: Transaction,
  { id, as, by }: { id: number; as: 'again' | 'told'; by: string },
): Promise<UndeliveredMail | undefined> {
  const mail = await handleUndelivered(tx, { id, as, by, nowMs: clock.nowMs() });
  if (as === 'again' && mail?.hasWords === false) {
    const message = 'What this mail said is kept no more, so it can’t be sent again.';
    throw new ApiError(409, message, { mail: { code: 'mail_forgotten', message } });
  }
  if (mail && as === 'again') await jobs.add(tx, 'send-mail', { mail: id });
  return mail;
}
