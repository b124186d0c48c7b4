import { endSessions } from '#engine/auth/end-sessions.ts';
import { findByEmail } from '#engine/auth/find-account.ts';
import { writeAsOne } from '#engine/batch/write-as-one.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { auditPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { operator, writeAudit } from '../../platform/audit/write-audit.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { endImpersonationsOf } from '../users/end-impersonation.ts';
import { endSideDoors } from '../users/end-side-doors.ts';
import { usersOf } from '../users/require-user.ts';
import { deleteOwnFactors } from './own-factors.store.ts';

/**
 * Takes every second factor off an account whose owner has lost them all, as the operator asks at the command line: apps, passkeys, recovery codes, and the switch.
 * All its devices are signed out. It is in the audit trail; the owner and every administrator are told by mail. False when nobody has that address.
 */
export async function resetFactors(engine: Engine, email: string): Promise<boolean> {
  const collection = usersOf(engine);
  const row = await findByEmail(engine, collection, email);
  if (!row) return false;
  const id = String(row.id);
  await writeAsOne(engine, async (inside) => {
    const body = { fields: { twoFactor: false }, files: {} };
    const request = { context: 'default' as const, method: 'PATCH', auth: null, query: {}, headers: {}, body: {} };
    await updateRecord(inside, { collection, id, body, request, system: true });
    await inside.db.transaction(async (tx) => {
      await deleteOwnFactors(tx, { user: id, withPasskeys: true });
      await endSideDoors(tx, { collection: collection.id, id });
      await writeAudit(tx, {
        auth: operator,
        nowMs: engine.clock.nowMs(),
        action: 'reset_factors',
        collection: 'users',
        record: id,
        recordName: String(row.name || row.email),
      });
    });
    await tell(inside, row);
  });
  await endSessions(engine, { collection, row });
  await endImpersonationsOf(engine, id);
  return true;
}

async function tell(engine: Engine, row: Row): Promise<void> {
  const user = String(row.id);
  const cause = String(engine.clock.nowMs());
  await engine.db.transaction(async (tx) => {
    await announceAccountChange(engine, tx, { user, change: 'factors_reset', cause });
    const admins = (await findStaff(tx, 'users')).filter((admin) => admin !== user);
    await notifyOnce(
      engine,
      tx,
      admins.map((admin) => ({
        user: admin,
        type: 'security' as const,
        write(language) {
          const texts = noticesIn(language);
          const name = String(row.name || row.email);
          return { title: texts.factorsOfOtherReset({ name }), message: texts.factorsResetByOperator };
        },
        link: auditPath,
        key: `factors_reset:${user}:${cause}:${admin}`,
        isRequired: true,
      })),
    );
  });
}
