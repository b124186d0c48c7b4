import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { dayMs, weekMs } from '#rules/time/durations.ts';
import type { AuditActor } from '../audit/write-audit.ts';
import {
  type AccountChange,
  findLocksOver,
  forgetLock,
  isLockFree,
  lockChange,
  noteLock,
} from './account-changes.store.ts';
import { announceLockOver } from './announce-change.ts';
import { writeSuspension } from './apply-change.ts';

/**
 * A colleague who is hacked is stopped at once: asking for their suspension locks the account for a day at most. So that nobody silences the others by it,
 * an account is locked once in a week, and somebody locks one in a week; what is asked for more often waits for its second word alone.
 */
export async function chooseLock({ tx, record, auth }: InsideEvent): Promise<void> {
  if (record.field !== 'suspended' || record.value !== 'true') return;
  // By the moment that the record says, which is some milliseconds ago.
  const askedMs = Date.parse(String(record.created));
  const asked = { user: String(record.user), starter: auth?.id ?? '', sinceMs: askedMs - weekMs };
  if (await isLockFree(tx, asked)) record.lockedUntil = wireDate(askedMs + dayMs);
}

/** Suspends the account until the change is decided or its day is over. */
export async function lockAccount(
  engine: Engine,
  tx: Transaction,
  { change, by }: { change: AccountChange; by: AuditActor | null },
): Promise<void> {
  await writeSuspension(engine, tx, { change, isSuspended: true, by, way: 'lock' });
  await noteLock(tx, change.id, true);
}

/** Ends a lock: of a change that does not happen, or when its day is over. True where there was one. */
export async function unlockAccount(
  engine: Engine,
  tx: Transaction,
  { change, by }: { change: AccountChange; by: AuditActor | null },
): Promise<boolean> {
  if (!change.isLocked) return false;
  await noteLock(tx, change.id, false);
  await writeSuspension(engine, tx, { change, isSuspended: false, by, way: 'lock' });
  return true;
}

/** A suspension that a superuser sets or lifts by hand is theirs: no lock ends it afterwards. */
export async function leaveLock({ tx, record, sent, system }: InsideEvent): Promise<void> {
  if (!system && sent.has('suspended')) await forgetLock(tx, record.id);
}

/** Ends the locks whose day is over. The changes wait on for their second word. */
export async function sweepLocks(engine: Engine, nowMs: number): Promise<void> {
  for (const id of await findLocksOver(engine.db, nowMs)) {
    await engine.db.transaction(async (tx) => {
      const change = await lockChange(tx, id);
      if (change?.status !== 'waiting') return;
      if (await unlockAccount(engine, tx, { change, by: null })) await announceLockOver(engine, tx, change);
    });
  }
}
