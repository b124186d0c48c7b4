import { createHash } from 'node:crypto';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { canMail } from '#engine/mail/refuse-without-mail.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { findRow } from '#engine/records/record-store.ts';
import { writeChangeMail } from '../users/write-auth-mail.ts';
import { type AccountChange, keepLink } from './account-changes.store.ts';

const tokenLength = 40;

/** What is kept of the token of a link. */
export function hashLink(token: string): string {
  return token === '' ? '' : createHash('sha256').update(token).digest('hex');
}

/**
 * Mails the address that the account has now the link by which its owner confirms or refuses the change. Roles are the platform's to give: of them no
 * mailbox decides.
 */
export async function mailChangeLink(engine: Engine, tx: Transaction, change: AccountChange): Promise<void> {
  if (change.field === 'role' || !canMail(engine)) return;
  const collection = engine.collections.get('users');
  const row = await findRow(tx, collection, change.user);
  if (!row || String(row.email) === '') return;
  const token = engine.random.text(tokenLength, tokenAlphabet);
  await keepLink(tx, change.id, hashLink(token));
  const template = writeChangeMail(change.field, String(row.language ?? ''));
  const values = { TOKEN: token, VALUE: change.value };
  const mail = renderMail(engine, { template, collection, row, values, kind: 'link' });
  await engine.mail.queue(tx, { ...mail, asker: 'staff' });
}
