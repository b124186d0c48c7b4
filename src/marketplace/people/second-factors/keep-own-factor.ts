import { endSessionsBesides } from '#engine/auth/end-sessions.ts';
import { writeAsOne } from '#engine/batch/write-as-one.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { usersOf } from '../users/require-user.ts';
import { letFirstFactorWait } from './let-first-factor-wait.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { countOwnFactors } from './own-factors.store.ts';
import { countRecoveryCodes } from './recovery-codes.store.ts';

type NewFactor = {
  user: AuthRecord;
  collection: 'totp_devices' | 'passkeys';
  /** Writes its row; says so when there are too many, or when it is kept already. */
  insert: (tx: Transaction) => Promise<Row | 'full' | 'known'>;
  /** True: signing in takes two factors from now on. */
  turnsOn: boolean;
};

const refusals = {
  full: { code: 'too_many', message: 'You have as many as there may be. Remove one first.' },
  known: { code: 'validation_not_unique', message: 'This one was added already.' },
};

/**
 * Keeps a second factor that was shown to work, and tells the owner. If the account signs in with two factors, other devices are signed out when it is the first
 * factor, and an account without recovery codes gets some, which are answered.
 */
export async function keepOwnFactor(engine: Engine, request: RequestContext, factor: NewFactor): Promise<string[]> {
  const { user, turnsOn } = factor;
  const by = ruleRequestOf(request);
  return writeAsOne(engine, async (inside) => {
    await inside.db.transaction((tx) => keep(inside, tx, factor));
    if (turnsOn && user.row.twoFactor !== true) {
      const body = { fields: { twoFactor: true }, files: {} };
      await updateRecord(inside, { collection: usersOf(engine), id: user.id, body, request: { ...by }, system: true });
    }
    const isOn = turnsOn || user.row.twoFactor === true;
    return isOn && (await countRecoveryCodes(inside.db, user.id)) === 0 ? makeRecoveryCodes(inside, user) : [];
  });
}

async function keep(engine: Engine, tx: Transaction, { user, collection: name, insert }: NewFactor): Promise<void> {
  const row = await insert(tx);
  if (row === 'full' || row === 'known') throw badRequest('Failed to add it.', { name: refusals[row] });
  await announceAccountChange(engine, tx, { user: user.id, change: 'factor_added', cause: String(row.id) });
  const collection = engine.collections.get(name);
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'create' }));
  const { totp, passkeys } = await countOwnFactors(tx, user.id);
  // A session that a factor of the account's own began shows more than the mailbox.
  if (totp + passkeys === 1 && user.isLimited) await letFirstFactorWait(engine, tx, user.id);
  if (totp + passkeys > 1 || user.row.twoFactor !== true) return;
  await endSessionsBesides(tx, { collection: user.collectionId, id: user.id, except: user.sessionId });
}
