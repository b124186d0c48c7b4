import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { replaceRecoveryCodes } from './recovery-codes.store.ts';

/** Puts new codes in the place of those before, and answers them. Of a factor that was on already nothing else tells the owner. */
export async function makeRecoveryCodes(engine: Engine, { id: user, row }: AuthRecord): Promise<string[]> {
  const codes = newRecoveryCodes(engine.random);
  const hashes = codes.map((code) => hashRecoveryCode(user, code));
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, { user, hashes, nowMs });
    if (row.twoFactor !== true) return;
    await announceAccountChange(engine, tx, { user, change: 'recovery_codes', cause: String(nowMs) });
  });
  return codes;
}
