import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { settingsPath } from '#rules/paths/account-paths.ts';
import { accountChangesPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { findStaff } from '../rights/find-staff.ts';
import type { AccountChange } from './account-changes.store.ts';

type Told = Pick<AccountChange, 'id' | 'user' | 'field'> & { personName: string };
type Words = { title: string; message: string };
type Saying = { step: string; toStaff: (language: string) => Words; toPerson: (language: string) => Words };

/** Tells all administrators, and whose account it is, that a change was asked for. */
export async function announceAsked(
  engine: Engine,
  tx: Transaction,
  change: Told & { starterName: string },
): Promise<void> {
  const { field, personName, starterName } = change;
  await tell(engine, tx, change, {
    step: 'asked',
    toStaff(language) {
      const texts = noticesIn(language);
      const message = texts.accountChangeAskedOf({ starterName, personName, field });
      return { title: texts.accountChangeAsked, message };
    },
    toPerson(language) {
      const texts = noticesIn(language);
      return { title: texts.ownChangeAsked, message: texts.ownChangeAskedFor({ field }) };
    },
  });
}

/** Tells them that it took effect, and by whose second word. */
export async function announceDone(
  engine: Engine,
  tx: Transaction,
  change: Told & { way: string; confirmerName: string },
): Promise<void> {
  const { field, personName, way, confirmerName } = change;
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
  const { field, personName, status } = change;
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
