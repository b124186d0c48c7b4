import { findByEmail } from '#engine/auth/find-account.ts';
import type { Engine } from '#engine/engine.ts';
import { operator, writeAudit } from '../../platform/audit/write-audit.ts';
import { endRightsWait } from '../../platform/rights/let-rights-wait.ts';
import { usersOf } from '../users/require-user.ts';
import { rightsFrom } from '../users/wait-for-rights.ts';

/**
 * Opens the rights of an account's role that wait after a change of what opens it, as the operator says at the command line: they know that its owner made the
 * change. It is in the audit trail. False when nobody has that address, or nothing waits.
 */
export async function openRights(engine: Engine, email: string): Promise<boolean> {
  const collection = usersOf(engine);
  const row = await findByEmail(engine, collection, email);
  if (!row) return false;
  const record = String(row.id);
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    if (!(await endRightsWait(tx, record, nowMs))) return false;
    await writeAudit(tx, {
      ...{ auth: operator, nowMs, action: 'update', collection: 'users', record },
      recordName: String(row.name || row.email),
      changes: [{ field: 'rightsFrom', from: rightsFrom(row, nowMs) ?? '', to: '' }],
    });
    return true;
  });
}
