import type { EmailTemplate } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import { findKnownDevice } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { countAttempt, forgetAttempts, takeBackAttempt } from '../limits/count-attempt.ts';
import { askedFrom } from '../limits/receiver-bounds.ts';
import { renderMail } from '../mail/render-template.ts';
import { newId, tokenAlphabet } from '../random.ts';
import type { AuthCollection } from './auth-context.ts';
import { findByEmail } from './find-account.ts';
import { signToken } from './tokens.ts';

type Wish = {
  collection: AuthCollection;
  email: string;
  kind: 'verification' | 'passwordReset';
  template: EmailTemplate;
  /** Under which key the mails to an address are counted: one in two minutes of each standing. */
  key: string;
  /** Whether an account is to have the link; all unless told. */
  isFor?: (row: Row) => boolean;
};

/**
 * Mails a link to the account of an address. An address without one, or whose account needs none, takes the same statements and the same job, so that
 * the time taken says nothing about who has an account.
 */
export async function mailLink(engine: Engine, request: RequestContext, wish: Wish): Promise<void> {
  const { collection, email, kind, template, key, isFor } = wish;
  const found = await findByEmail(engine, collection, email);
  const nobody = { id: newId(engine.random), tokenKey: engine.random.text(50, tokenAlphabet), email };
  const isForNobody = !found || isFor?.(found) === false;
  const row: Row = isForNobody ? nobody : found;
  const owner = { collectionRef: collection.id, recordRef: String(row.id) };
  const asker = (await findKnownDevice(engine, request, owner)) === undefined ? 'strange' : 'known';
  const ofAsker = { key: `${key}:${asker}`, max: 1, seconds: 120 };
  if (!(await countAttempt(engine, ofAsker))) return;
  const token = signToken(engine, { kind, collection, row, claims: { email: row.email } });
  const mail = renderMail(engine, { template, collection, row, values: { TOKEN: token }, kind: 'link' });
  const asked = { asker, network: askedFrom(request.ip) } as const;
  const isQueued = await engine.mail.queue(engine.db, { ...mail, ...asked, ...(isForNobody ? { isForNobody } : {}) });
  // A mail that its receiver is not sent keeps nobody from the next.
  if (!isQueued) await takeBackAttempt(engine, ofAsker);
}

/** A link was followed: the next mail of its kind to the address need not wait, whoever asks. */
export async function forgetLinks(engine: Engine, key: string): Promise<void> {
  for (const asker of ['strange', 'known']) await forgetAttempts(engine, `${key}:${asker}`);
}
