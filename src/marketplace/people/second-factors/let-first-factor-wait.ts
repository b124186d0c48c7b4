import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findRow } from '#engine/records/record-store.ts';
import { auditPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { letRightsWait } from '../../platform/rights/let-rights-wait.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { usersOf } from '../users/require-user.ts';
import { findFirstAdded } from './own-factors.store.ts';

/**
 * A first app or passkey is added by whoever has the mailbox, to which a new password goes as well. So it opens rights of staff only 72 hours after it was added,
 * and every administrator is told: time for the account's owner, or for a colleague who asks them, to stop it.
 */
export async function letFirstFactorWait(engine: Engine, tx: Transaction, user: string): Promise<void> {
  const addedMs = await findFirstAdded(tx, user);
  if (addedMs === undefined) return;
  await letRightsWait(tx, user, addedMs);
  const row = await findRow(tx, usersOf(engine), user);
  const name = String(row?.name || row?.email);
  const admins = (await findStaff(tx, 'roles')).filter((admin) => admin !== user);
  await notifyOnce(
    engine,
    tx,
    admins.map((admin) => ({
      user: admin,
      type: 'security' as const,
      write(language) {
        const texts = noticesIn(language);
        return { title: texts.firstFactorOfOther({ name }), message: texts.rightsOfOtherWait };
      },
      link: auditPath,
      key: `first_factor:${user}:${addedMs}:${admin}`,
      isRequired: true,
    })),
  );
}
