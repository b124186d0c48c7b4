import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { settingsPath } from '#rules/paths/account-paths.ts';
import { accountChangesPath } from '#rules/paths/staff-paths.ts';
import { accountChangeKind } from '#rules/staff/account-change-kind.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import type { AccountChange } from './account-changes.store.ts';

type Told = Pick<AccountChange, 'id' | 'user' | 'field' | 'value'> & { personName: string };
type Words = { title: string; message: string };
type Saying = { step: string; toStaff: (language: string) => Words; toPerson: (language: string) => Words };

/** Tells all administrators, and whose account it is, that a change was asked for. */
export async function announceAsked(
  engine: Engine,
  tx: Transaction,
  change: Told & { starterName: string; isLocked: boolean },
): Promise<void> {
  const { personName, starterName } = change;
  const field = accountChangeKind(change);
  const isLocked = String(change.isLocked);
  await tell(engine, tx, change, {
    step: 'asked',
    toStaff(language) {
      const texts = noticesIn(language);
      const message = texts.accountChangeAskedOf({ starterName, personName, field, isLocked });
      return { title: texts.accountChangeAsked, message };
    },
    toPerson(language) {
      const texts = noticesIn(language);
      return { title: texts.ownChangeAsked, message: texts.ownChangeAskedFor({ field, isLocked }) };
    },
  });
}

/** Tells them that it took effect, and by whose second word. */
export async function announceDone(
  engine: Engine,
  tx: Transaction,
  change: Told & { way: string; confirmerName: string },
): Promise<void> {
  const { personName, way, confirmerName } = change;
  const field = accountChangeKind(change);
  await tell(engine, tx, change, {
    step: 'done',
    toStaff(language) {
      const texts = noticesIn(language);
      const message = texts.accountChangeDoneOf({ personName, field, way, confirmerName });
      return { title: texts.accountChangeDone, message };
    },
    toPerson(language) {
      const texts = noticesIn(language);
      return { title: texts.ownChangeDone, message: texts.ownChangeDoneNow({ field }) };
    },
  });
}

/** Tells them that it was refused, withdrawn or forgotten. */
export async function announceEnded(engine: Engine, tx: Transaction, change: Told & { status: string }): Promise<void> {
  const { personName, status } = change;
  const field = accountChangeKind(change);
  await tell(engine, tx, change, {
    step: status,
    toStaff(language) {
      const texts = noticesIn(language);
      return { title: texts.accountChangeEnded, message: texts.accountChangeEndedOf({ personName, field, status }) };
    },
    toPerson(language) {
      const texts = noticesIn(language);
      return { title: texts.ownChangeEnded, message: texts.ownChangeEndedNow({ field }) };
    },
  });
}

/** Tells them that a lock is over, and that the suspension still waits. */
export async function announceLockOver(engine: Engine, tx: Transaction, change: Told): Promise<void> {
  const { personName } = change;
  await tell(engine, tx, change, {
    step: 'unlocked',
    toStaff(language) {
      const texts = noticesIn(language);
      return { title: texts.accountLockOver, message: texts.accountLockOverOf({ personName }) };
    },
    toPerson(language) {
      const texts = noticesIn(language);
      return { title: texts.ownLockOver, message: texts.signInAgain };
    },
  });
}

/** By notification and by mail, whatever was chosen. */
async function tell(
  engine: Engine,
  tx: Transaction,
  { id, user }: Told,
  { step, toStaff, toPerson }: Saying,
): Promise<void> {
  const admins = (await findStaff(tx, 'roles')).filter((admin) => admin !== user);
  const common = { type: 'security' as const, isRequired: true };
  const keyOf = (receiver: string) => `account_change:${id}:${step}:${receiver}`;
  await notifyOnce(engine, tx, [
    ...admins.map((admin) => ({
      ...common,
      user: admin,
      write: toStaff,
      link: accountChangesPath,
      key: keyOf(admin),
    })),
    { ...common, user, write: toPerson, link: settingsPath, key: keyOf(user) },
  ]);
}
