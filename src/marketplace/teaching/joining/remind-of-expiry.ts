import type { Engine } from '#engine/engine.ts';
import { reminderDue } from '#rules/documents/reminders-due.ts';
import { dateText, type LocalDay, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { announceExpiry, announceRetirement } from './announce-joining.ts';
import { type ExpiringInstructor, findExpiring, findRetiring, noteReminded } from './joining.store.ts';

/** Reminds instructors of the earliest expiry of what was checked, each of the policies' days before it once (rule 28). */
export async function remindOfExpiry(engine: Engine, nowMs: number): Promise<void> {
  const { values } = await findPolicyAt(engine.db, nowMs);
  const today = localDayOf(platformZone, nowMs);
  const days = values.documentReminderDays;
  const span = { from: dateText(today), to: dateText(today + Math.max(...days)) };
  for (let after = ''; ; ) {
    const found = await findExpiring(engine.db, { after, ...span });
    for (const instructor of found) await remind(engine, instructor, { today, days });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function remind(
  engine: Engine,
  instructor: ExpiringInstructor,
  { today, days }: { today: LocalDay; days: readonly number[] },
): Promise<void> {
  const { id, user, expiresOn, remindedOf, remindedDays } = instructor;
  const expiry = parseDate(expiresOn);
  if (expiry === undefined) return;
  const lastSentDays = remindedOf === expiresOn ? remindedDays : undefined;
  const due = reminderDue(expiry, today, { days, lastSentDays });
  if (due === undefined) return;
  await engine.db.transaction(async (tx) => {
    if (!(await noteReminded(tx, instructor, due))) return;
    await announceExpiry(engine, tx, { user, key: `expiry:${id}:${expiresOn}:${due}`, date: expiresOn });
  });
}

const yearDays = 365;

/** Tells instructors a year ahead of the birthday from which on nothing of theirs can be booked or sold, once. */
export async function remindOfRetirement(engine: Engine, nowMs: number): Promise<void> {
  const today = localDayOf(platformZone, nowMs);
  const span = { from: dateText(today), to: dateText(today + yearDays) };
  for (const { id, user, retiresOn } of await findRetiring(engine.db, span)) {
    await engine.db.transaction((tx) =>
      announceRetirement(engine, tx, { user, key: `retirement:${id}:${retiresOn}`, date: retiresOn }),
    );
  }
}
