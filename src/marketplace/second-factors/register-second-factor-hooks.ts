import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { tokenAlphabet } from '#engine/random.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { announceAccountChange } from '../notifications/announce-account-change.ts';
import { secondFactorHindrance } from '../users/second-factor-hindrance.ts';
import { countOwnFactors, deleteOwnFactors } from './own-factors.store.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';

/**
 * Apps and passkeys are made by calls of their own, which ask for the proof, and are removed by their owner after signing in just now. An account that has one
 * takes no mailed code for its second half. When two-factor sign-in is turned off, the apps and the recovery codes go with it; the passkeys too when somebody
 * else does it for an owner who lost all; then all sessions end, too.
 */
export function registerSecondFactorHooks(engine: Engine): void {
  for (const name of ['totp_devices', 'passkeys']) {
    engine.hooks.on(name, {
      beforeCreate: refuseRecord,
      beforeDelete: (event) => refuseDeletion(engine, event),
      async insideDelete({ tx, record }) {
        await announceAccountChange(engine, tx, {
          user: String(record.user),
          change: 'factor_removed',
          cause: record.id,
        });
      },
    });
  }
  engine.hooks.on('users', {
    async hasOwnFactor({ id, db }) {
      const { totp, passkeys } = await countOwnFactors(db, id);
      return totp + passkeys > 0;
    },
    async beforeUpdate(event) {
      // A token that says it came by a factor must not outlive the factor: with the switch on again it would open rights of staff.
      if (isTurnedOff(event) && !isOwners(event)) event.record.tokenKey = engine.random.text(50, tokenAlphabet);
    },
    async insideUpdate(event) {
      const { tx, record } = event;
      if (isTurnedOff(event)) await deleteOwnFactors(tx, { user: record.id, withPasskeys: !isOwners(event) });
    },
  });
}

function isTurnedOff({ record, original }: RecordEvent): boolean {
  return record.twoFactor !== true && original?.twoFactor === true;
}

function isOwners({ auth, record }: RecordEvent): boolean {
  return auth?.collectionName === 'users' && auth.id === record.id;
}

async function refuseRecord(): Promise<void> {
  const message = 'Add it by its own call: it has to show that it works.';
  throw badRequest('Failed to create record.', { name: { code: 'needs_enrolment', message } });
}

const message = 'Failed to delete record.';

async function refuseDeletion(engine: Engine, { auth, record, system, db }: RecordEvent): Promise<void> {
  if (system || auth?.isSuperuser === true || auth?.collectionName !== 'users') return;
  await requireFreshSignIn(engine, auth, { field: 'id', message });
  const { totp, passkeys } = await countOwnFactors(db, String(record.user));
  // What is left would be a mailed code, where one can be had.
  const isLast = totp + passkeys === 1 && auth.row.twoFactor === true;
  if (!isLast || !secondFactorHindrance(engine, auth.row.verified === true)) return;
  const words = 'Nothing else would let you in. Turn two-factor sign-in off instead.';
  throw badRequest(message, { id: { code: 'last_factor', message: words } });
}
