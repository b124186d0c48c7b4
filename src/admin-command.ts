import { type AuthCollection, isAuthCollection } from '#engine/auth/auth-context.ts';
import { findByEmail } from '#engine/auth/find-account.ts';
import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { createRecord } from '#engine/records/create-record.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { announceDone } from '#marketplace/people/account-changes/announce-change.ts';
import { confirmBySystem } from '#marketplace/people/account-changes/confirm-change.ts';
import { findWaitingChanges } from '#marketplace/people/account-changes/find-waiting-changes.ts';
import { invitationToken } from '#marketplace/people/users/queue-invitation.ts';
import { operator, writeAudit } from '#marketplace/platform/audit/write-audit.ts';
import { cleanForOperator } from '#marketplace/trust/proving/clean-account.ts';

/** What is asked for at the command line. */
export type AdminWish =
  | { what: 'create'; email: string; name: string }
  | { what: 'confirm'; change: string }
  | { what: 'changes' };

/** The wish of an argument list after `admin`; undefined where it says none. */
export function readAdminWish(args: readonly string[]): AdminWish | undefined {
  const [verb, subject = '', flag, name = '', ...more] = args;
  if (more.length > 0) return undefined;
  if (verb === 'changes' && args.length === 1) return { what: 'changes' };
  if (verb === 'confirm' && subject !== '' && args.length === 2) return { what: 'confirm', change: subject };
  const isNamed = flag === '--name' && name !== '';
  if (verb !== 'create' || !subject.includes('@') || !(flag === undefined || isNamed)) return undefined;
  return { what: 'create', email: subject, name };
}

/** Does it, and answers what is to be printed. What the operator does here is in the audit trail. */
export async function runAdminWish(engine: Engine, wish: AdminWish): Promise<string[]> {
  if (wish.what === 'create') return createAdmin(engine, wish);
  if (wish.what === 'confirm') {
    await confirmBySystem(engine, { id: wish.change, way: 'command_line' });
    return ['The change is confirmed.'];
  }
  const waiting = await findWaitingChanges(engine.db);
  if (waiting.length === 0) return ['No change of an account waits.'];
  return waiting.map(({ id, personName, field, value, starterName }) =>
    [id, personName, `${field} → ${value}`, `asked for by ${starterName}`].join('  '),
  );
}

const request = { context: 'default' as const, method: 'POST', auth: null, query: {}, headers: {}, body: {} };

async function createAdmin(engine: Engine, { email, name }: { email: string; name: string }): Promise<string[]> {
  const collection = engine.collections.get('users');
  if (!isAuthCollection(collection)) throw new Error('users is no collection of accounts.');
  const row = await engine.db.transaction(async (tx) => {
    const inside = engineInTransaction(engine, tx).engine;
    const known = await findByEmail(inside, collection, email);
    const made = known
      ? await promote(inside, collection, { known, name })
      : await make(inside, collection, { email, name });
    const nowMs = engine.clock.nowMs();
    await writeAudit(tx, {
      auth: operator,
      nowMs,
      action: known ? 'update' : 'create',
      collection: 'users',
      record: String(made.id),
      recordName: String(made.name || made.email),
      changes: [{ field: 'role', from: known ? String(known.role) : '', to: 'admin' }],
    });
    const told = { id: `${made.id}:${nowMs}`, user: String(made.id), personName: String(made.name || made.email) };
    await announceDone(engine, tx, { ...told, field: 'role', value: 'admin', way: 'command_line', confirmerName: '' });
    return made;
  });
  // Who has proved the address has a password, or asks for a link to one by themselves.
  if (row.verified === true) return [`${String(row.email)} is an administrator now, and signs in as before.`];
  const token = invitationToken(engine, { collection, row });
  return [
    `${String(row.email)} is an administrator. They choose their password here, once and within seven days:`,
    `${engine.publicUrl}/auth/accept-invitation/${token}`,
  ];
}

// Nobody knows this password: the link leads to one of their own.
async function make(
  inside: Engine,
  collection: AuthCollection,
  { email, name }: { email: string; name: string },
): Promise<Row> {
  const password = inside.random.text(50, tokenAlphabet);
  const fields = { email, name, role: 'admin', password, passwordConfirm: password };
  return createRecord(inside, { collection, body: { fields, files: {} }, request, system: true });
}

async function promote(
  inside: Engine,
  collection: AuthCollection,
  { known, name }: { known: Row; name: string },
): Promise<Row> {
  const id = String(known.id);
  // Anybody may have registered the address, and would share the account.
  const isClean = known.verified !== true && (await cleanForOperator(inside, { collection, id }));
  const body = { fields: { role: 'admin', suspended: false, ...(isClean ? { name } : {}) }, files: {} };
  return updateRecord(inside, { collection, id, body, request, system: true });
}
