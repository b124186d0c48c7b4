import { createHash } from 'node:crypto';
import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { canMail } from '#engine/mail/refuse-without-mail.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { findRow } from '#engine/records/record-store.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import { hasOwnFactor } from '../second-factors/has-own-factor.ts';
import { writeChangeMail } from '../users/write-auth-mail.ts';
import { type AccountChange, keepLink } from './account-changes.store.ts';

const tokenLength = 40;

/** What a link is known by. */
export function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Whether whoever has the account's mailbox can say the second word. Roles and suspensions are the platform's. Nor do they take a second factor off that is not the
 * mailbox, or one of staff: with the link to a new password the mailbox would be both.
 */
export async function mailboxDecides(db: Queryable, { field, user }: AccountChange, row: Row): Promise<boolean> {
  if (field === 'email') return true;
  if (field !== 'twoFactor' || isStaffRole(row.role)) return false;
  return !(await hasOwnFactor(db, user));
}

/** Mails the address that the account has now the link by which its owner confirms or refuses the change, where the mailbox decides of it. */
export async function mailChangeLink(engine: Engine, tx: Transaction, change: AccountChange): Promise<void> {
  if (!canMail(engine)) return;
  const collection = engine.collections.get('users');
  const row = await findRow(tx, collection, change.user);
  if (!row || String(row.email) === '' || !(await mailboxDecides(tx, change, row))) return;
  const token = engine.random.text(tokenLength, tokenAlphabet);
  await keepLink(tx, change.id, hashLink(token));
  const template = writeChangeMail(change.field, String(row.language ?? ''));
  const values = { TOKEN: token, VALUE: change.value };
  const mail = renderMail(engine, { template, collection, row, values, kind: 'link' });
  await engine.mail.queue(tx, { ...mail, asker: 'staff' });
}
