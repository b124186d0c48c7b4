import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { takesPartAway } from '#rules/staff/account-change-kind.ts';
import { endChange, lockChange } from './account-changes.store.ts';
import { announceEnded } from './announce-change.ts';
import { unlockAccount } from './lock-account.ts';

const refusal = 'Failed to update record.';

/**
 * A change that waits is refused by whose account it is, or withdrawn by administrators; nothing else of it ever changes. Nobody refuses that they lose
 * their part in the staff, and nobody withdraws as an administrator what is about themselves.
 */
export function checkEnding({ record, original, auth, system }: RecordEvent): void {
  if (system || record.status === original?.status) return;
  const isOwn = auth?.collectionName === 'users' && auth.id === original?.user;
  const allowed = isOwn ? (original && takesPartAway(original) ? [] : ['refused']) : ['withdrawn'];
  if (!allowed.includes(String(record.status))) {
    const message = isOwn ? 'Of your own account you can refuse it.' : 'It can only be withdrawn.';
    throw badRequest(refusal, { status: { code: 'not_allowed', message } });
  }
}

/** Who confirms and who ends it at one moment: only the first has an effect. */
export async function lockEnding({ tx, record, original }: InsideEvent): Promise<void> {
  if (!original || record.status === original.status) return;
  if ((await lockChange(tx, record.id))?.status === 'waiting') return;
  const message = 'This no longer waits to be confirmed.';
  throw badRequest(refusal, { status: { code: 'not_waiting', message } });
}

/** Tells those who were told that it was asked for. */
export async function tellEnding(engine: Engine, { tx, record, original, auth }: InsideEvent): Promise<void> {
  if (!original || record.status === original.status) return;
  const change = await lockChange(tx, record.id);
  if (!change) return;
  await unlockAccount(engine, tx, { change, by: auth });
  await announceEnded(engine, tx, change);
}

/** Ends a change that waits without anybody who is signed in: by the link of the old address, or since its time is over. */
export async function endBySystem(engine: Engine, id: string, status: 'refused' | 'lapsed'): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const change = await lockChange(tx, id);
    const row = change && (await endChange(tx, { id, status, nowMs: engine.clock.nowMs() }));
    if (!row) return;
    await unlockAccount(engine, tx, { change, by: null });
    await announceEnded(engine, tx, { ...change, status });
    tx.afterCommit(() => publishRow(engine, 'account_changes', row));
  });
}
