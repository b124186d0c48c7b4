import { engineInTransaction } from '#engine/batch/engine-in-transaction.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseUpdate } from '#engine/http/api-error.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { createRecord } from '#engine/records/create-record.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { dayMs, weekMs } from '#rules/time/durations.ts';
import type { AuditActor } from '../../platform/audit/write-audit.ts';
import { suspendProfile } from '../users/suspend-profile.ts';
import {
  type AccountChange,
  countLocks,
  endChange,
  findLocksOver,
  forgetLock,
  holdProfile,
  isTeaching,
  lockChange,
  lockWaitingSuspension,
  noteLock,
  restoreProfile,
} from './account-changes.store.ts';
import { announceEnded, announceLockOver } from './announce-change.ts';
import { writeSuspension } from './apply-change.ts';

/** How many colleagues, and how many who teach, somebody locks in a week. */
const [mostColleagues, mostTeaching] = [1, 3];

/**
 * Who is hacked is stopped at once: asking for the suspension of a colleague, or of somebody who teaches, locks the account for a day at most. So that nobody
 * silences others by it, an account is locked once in a week, and somebody locks few; what is asked for more often waits for its second word alone.
 */
export async function chooseLock({ tx, record, auth }: InsideEvent): Promise<void> {
  if (record.field !== 'suspended' || record.value !== 'true') return;
  // By the moment that the record says, which is some milliseconds ago.
  const askedMs = Date.parse(String(record.created));
  const asked = { user: String(record.user), starter: auth?.id ?? '', sinceMs: askedMs - weekMs };
  const { ofAccount, ofStarter, isStaff } = await countLocks(tx, asked);
  if (ofAccount > 0 || ofStarter >= (isStaff ? mostColleagues : mostTeaching)) return;
  record.lockedUntil = wireDate(askedMs + dayMs);
}

/** Suspends the account until the change is decided or its day is over. */
export async function lockAccount(
  engine: Engine,
  tx: Transaction,
  { change, by }: { change: AccountChange; by: AuditActor | null },
): Promise<void> {
  await writeSuspension(engine, tx, { change, isSuspended: true, by, way: 'lock' });
  await holdProfile(tx, change.user);
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
  await restoreProfile(tx, change.user);
  return true;
}

/**
 * What a suspension of an account by hand means for its lock. A superuser's is theirs: no lock ends it afterwards. An administrator's of somebody who teaches is
 * asked for by it, so that it takes a second one within a day; lifting it withdraws that.
 */
export async function followSuspension(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, original, sent, system, auth } = event;
  if (system || !sent.has('suspended')) return;
  if (!auth || auth.isSuperuser) {
    await forgetLock(tx, record.id);
    return record.suspended === true ? suspendProfile(tx, record.id) : restoreProfile(tx, record.id);
  }
  if (record.suspended === original?.suspended) return;
  await (record.suspended === true ? askForSuspension(engine, event) : withdrawSuspension(engine, event));
}

async function askForSuspension(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  if (!(await isTeaching(tx, record.id))) return;
  if (await lockWaitingSuspension(tx, record.id)) throw refuse('A suspension of this account waits already.');
  const inside = engineInTransaction(engine, tx).engine;
  const fields = { user: record.id, field: 'suspended', value: 'true' };
  const change = await createRecord(inside, {
    collection: inside.collections.get('account_changes'),
    body: { fields, files: {} },
    request: { context: 'default', method: 'POST', auth, query: {}, headers: {}, body: {} },
    system: true,
  });
  if (!change.lockedUntil) throw refuse('This account was locked, or you locked others, in the last 7 days.');
}

async function withdrawSuspension(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  const change = await lockWaitingSuspension(tx, record.id);
  const row = change && (await endChange(tx, { id: change.id, status: 'withdrawn', nowMs: engine.clock.nowMs() }));
  if (!row) return;
  await unlockAccount(engine, tx, { change, by: auth });
  await announceEnded(engine, tx, { ...change, status: 'withdrawn' });
  tx.afterCommit(() => publishRow(engine, 'account_changes', row));
}

function refuse(why: string) {
  const message = `${why} Ask for the suspension by a record of account_changes, which a second administrator confirms.`;
  return refuseUpdate('suspended', 'needs_second_word', message);
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
