import { isAuthCollection } from '#engine/auth/auth-context.ts';
import { queueVerification } from '#engine/auth/queue-verification.ts';
import type { Engine } from '#engine/engine.ts';
import { canMail } from '#engine/mail/refuse-without-mail.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { queueInvitation } from './queue-invitation.ts';

/**
 * Sends who registers the mail with the link that proves their address (docs/decisions/proved-addresses.md), and whose account staff make the link to a first password:
 * nobody else ever knows one. An account that the server itself or a superuser makes is not asked: its owner did not just type the address and waits for no mail.
 */
export function registerVerificationHooks(engine: Engine): void {
  engine.hooks.on('users', { insideCreate: (event) => askNewOwner(engine, event) });
}

async function askNewOwner(engine: Engine, { tx, auth, system, collection, record }: InsideEvent): Promise<void> {
  if (system || record.verified === true || !isAuthCollection(collection)) return;
  if (auth && (auth.isSuperuser || !hasRight(auth, 'users'))) return;
  const row = await findRow(tx, collection, record.id);
  if (!row) return;
  if (!auth) return queueVerification(engine, tx, { collection, row });
  if (!canMail(engine)) return;
  await queueInvitation(engine, tx, { collection, row });
  const of = { collection: 'users', record: record.id, recordName: String(row.name || row.email) };
  await writeAudit(tx, { auth, nowMs: engine.clock.nowMs(), action: 'invite', ...of });
}
