import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { reminderDue } from '#rules/documents/reminders-due.ts';
import { localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { announcePackageEnding } from './announce-packages.ts';
import { endBySystem, endPaidBack } from './end-package.ts';
import { findDuePurchases, isPaidBack, lapsePending, lockPurchase, noteReminder } from './packages.store.ts';
import { nextDueMs } from './when-due.ts';

/** Does what is due of packages: orders that nobody paid lapse, learners are reminded of hours that are left, packages come to their end. */
export async function sweepPackages(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const due = await findDuePurchases(engine.db, nowMs);
    for (const id of due) await engine.db.transaction((tx) => sweepPackage(engine, tx, id, nowMs));
    if (due.length === 0) return;
  }
}

async function sweepPackage(engine: Engine, tx: Transaction, id: string, nowMs: number): Promise<void> {
  const purchase = await lockPurchase(tx, id);
  if (!purchase || msOf(purchase._dueAt) > nowMs) return;
  if (purchase.status === 'pending') {
    const lapsed = await lapsePending(tx, id, nowMs);
    if (lapsed) tx.afterCommit(() => publishRow(engine, 'package_purchases', lapsed));
    return;
  }
  if (purchase.status !== 'active') return;
  if (await isPaidBack(tx, id)) return endPaidBack(engine, tx, purchase, nowMs);
  if (msOf(purchase._endsAt) <= nowMs) return endBySystem(engine, tx, { purchase, isExpired: true, nowMs });
  await remind(engine, tx, purchase, nowMs);
}

async function remind(engine: Engine, tx: Transaction, purchase: Row, nowMs: number): Promise<void> {
  const { values: policy } = await findPolicyOf(tx, Number(purchase.policyVersion));
  const expiresOn = parseDate(String(purchase.expiresOn)) ?? 0;
  const sent = purchase._remindedDays === null ? undefined : Number(purchase._remindedDays);
  const today = localDayOf(platformZone, nowMs);
  const days = reminderDue(expiresOn, today, { days: policy.packageReminderDays, lastSentDays: sent });
  if (days !== undefined) await announcePackageEnding(engine, tx, { purchase, days });
  await noteReminder(tx, String(purchase.id), { days, dueMs: nextDueMs(purchase, policy, nowMs) });
}

function msOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : 0;
}
