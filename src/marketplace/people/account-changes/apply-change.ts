import { queueVerification } from '#engine/auth/queue-verification.ts';
import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, refuseCreate } from '#engine/http/api-error.ts';
import { canMail } from '#engine/mail/refuse-without-mail.ts';
import { lockRow } from '#engine/records/record-store.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { type AuditActor, writeAudit } from '../../platform/audit/write-audit.ts';
import { letRightsWait } from '../../platform/rights/let-rights-wait.ts';
import { usersOf } from '../users/require-user.ts';
import { suspendProfile } from '../users/suspend-profile.ts';
import type { AccountChange } from './account-changes.store.ts';

/** By whose second word a change took effect; between the roles of those who are no staff none is needed, and a lock has none yet. */
export const changeWays = ['administrator', 'old_address', 'command_line', 'time', 'at_once', 'lock'] as const;
export type ChangeWay = (typeof changeWays)[number];
type Applying = {
  change: AccountChange;
  by: AuditActor | null;
  way: ChangeWay;
};

/**
 * Makes a change of an account that has its second word, or needs none, in the caller's transaction; sessions, links and doors end as they do when
 * the owner makes it. 400 at `change` when the account is another one by now.
 */
export async function applyChange(engine: Engine, tx: Transaction, { change, by, way }: Applying): Promise<void> {
  const { user, field, value, was } = change;
  const collection = usersOf(engine);
  const row = await lockRow(tx, collection, user);
  const isDone = change.isLocked && row?.suspended === true;
  if (!row || (valueNow(row, field) !== was && !isDone)) {
    throw refuseCreate(
      'change',
      'changed_meanwhile',
      'The account was changed since this was asked for. Withdraw it and ask again.',
    );
  }
  if (field === 'email' || field === 'twoFactor') await letRightsWait(tx, user, engine.clock.nowMs());
  const inside = engineInTransaction(engine, tx).engine;
  // A locked account's profile was paused only.
  if (isDone) await suspendProfile(tx, user);
  const changed = isDone ? row : await write(inside, { collection, id: user, fields: fieldsOf(field, value) });
  if (field === 'email' && canMail(engine)) await queueVerification(inside, tx, { collection, row: changed });
  await note(engine, tx, { change, by, way, changed });
}

/** Suspends an account until its change is decided, or lets it in again, in the caller's transaction. */
export async function writeSuspension(
  engine: Engine,
  tx: Transaction,
  { change, isSuspended, by, way }: Applying & { isSuspended: boolean },
): Promise<void> {
  const collection = usersOf(engine);
  const row = await lockRow(tx, collection, change.user);
  if (!row || row.suspended === isSuspended) return;
  const inside = engineInTransaction(engine, tx).engine;
  const changed = await write(inside, { collection, id: change.user, fields: { suspended: isSuspended } });
  const [was, value] = [String(!isSuspended), String(isSuspended)];
  await note(engine, tx, { change: { ...change, was, value }, by, way, changed });
}

async function note(
  engine: Engine,
  tx: Transaction,
  { change: { id, user, field, was, value }, by, way, changed }: Applying & { changed: Row },
): Promise<void> {
  await writeAudit(tx, {
    auth: by ?? nobody,
    nowMs: engine.clock.nowMs(),
    action: 'update',
    collection: 'users',
    record: user,
    recordName: String(changed.name || changed.email),
    changes: [{ field, from: was, to: value }],
    before: { [field]: was },
    after: { [field]: value, change: id, way },
  });
}

/** What confirms without being somebody: a mailed link, or time. */
const nobody: AuditActor = { id: '', collectionName: '', isSuperuser: false, row: { name: 'Kerbside' } };

function valueNow(row: Row, field: AccountChange['field']): string {
  if (field === 'twoFactor' || field === 'suspended') return String(row[field] === true);
  return field === 'role' ? String(row.role) || 'user' : String(row.email);
}

function fieldsOf(field: AccountChange['field'], value: string): Record<string, unknown> {
  if (field === 'twoFactor') return { twoFactor: false };
  if (field === 'suspended') return { suspended: value === 'true' };
  return field === 'email' ? { email: value, verified: false } : { role: value };
}

type Writing = {
  collection: Parameters<typeof updateRecord>[1]['collection'];
  id: string;
  fields: Record<string, unknown>;
};

async function write(inside: Engine, { collection, id, fields }: Writing): Promise<Row> {
  const request = { context: 'default' as const, method: 'PATCH', auth: null, query: {}, headers: {}, body: {} };
  try {
    return await updateRecord(inside, { collection, id, body: { fields, files: {} }, request, system: true });
  } catch (error) {
    // Somebody else has the address by now.
    if (error instanceof ApiError && error.status === 400 && 'email' in error.data) {
      throw refuseCreate(
        'change',
        'email_taken',
        'Another account has this address by now. Withdraw this and ask for another one.',
      );
    }
    throw error;
  }
}
