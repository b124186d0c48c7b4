import type { EmailTemplate } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import { findKnownDevice } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { countAttempt } from '../limits/count-attempt.ts';
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
  /** Under which key the mails to an address are counted: one in two minutes. */
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
  if (!(await countAttempt(engine, { key, max: 1, seconds: 120 }))) return;
  const nobody = { id: newId(engine.random), tokenKey: engine.random.text(50, tokenAlphabet), email };
  const isForNobody = !found || isFor?.(found) === false;
  const row: Row = isForNobody ? nobody : found;
  const owner = { collectionRef: collection.id, recordRef: String(row.id) };
  const asker = (await findKnownDevice(engine, request, owner)) === undefined ? 'strange' : 'known';
  const token = signToken(engine, { kind, collection, row, claims: { email: row.email } });
  const mail = renderMail(engine, { template, collection, row, values: { TOKEN: token }, kind: 'link' });
  await engine.mail.queue(engine.db, { ...mail, asker, ...(isForNobody ? { isForNobody } : {}) });
}
