import { endSessionsBesides } from '#engine/auth/end-sessions.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseCreate, refuseUpdate } from '#engine/http/api-error.ts';
import { tokenAlphabet } from '#engine/random.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { usersOf } from '../users/require-user.ts';
import { secondFactorHindrance } from '../users/second-factor-hindrance.ts';
import { hasOwnFactor } from './has-own-factor.ts';
import { letFirstFactorWait } from './let-first-factor-wait.ts';
import { countOwnFactors, deleteOwnFactors } from './own-factors.store.ts';
import { deleteRecoveryCodes } from './recovery-codes.store.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';

/**
 * Apps and passkeys are added by calls of their own, which ask for the proof. Their owner removes one after a recent sign-in, and all other sessions end. An
 * account with an app or a passkey takes no mailed code as the second half. Turning two-factor sign-in off removes the apps and the recovery codes. When the owner
 * lost everything and somebody else turns it off, the passkeys and all sessions end as well.
 */
export function registerSecondFactorHooks(engine: Engine): void {
  for (const name of ['totp_devices', 'passkeys']) {
    engine.hooks.on(name, {
      beforeCreate: refuseRecord,
      beforeDelete: (event) => refuseDeletion(engine, event),
      async insideDelete(event) {
        const { tx, record } = event;
        const user = String(record.user);
        await announceAccountChange(engine, tx, { user, change: 'factor_removed', cause: record.id });
        await endOtherSessions(engine, event, user);
      },
    });
  }
  engine.hooks.on('_externalAuths', { insideCreate: (event) => refuseStaleLink(engine, event) });
  engine.hooks.on('users', {
    hasOwnFactor: ({ id, db }) => hasOwnFactor(db, id),
    async beforeUpdate(event) {
      // A token that says it came by a factor must not outlive the factor: with the switch on again it would open rights of staff.
      if (isTurnedOff(event) && !isOwners(event)) event.record.tokenKey = engine.random.text(50, tokenAlphabet);
      await refuseTurningOn(event);
    },
    async insideUpdate(event) {
      const { tx, record, original } = event;
      if (isTurnedOff(event)) await deleteOwnFactors(tx, { user: record.id, withPasskeys: !isOwners(event) });
      if (!isStaffRole(record.role) || isStaffRole(original?.role)) return;
      if (await hasOwnFactor(tx, record.id)) {
        // It may have been added a moment ago by who heard of the role in the mailbox.
        if (needsOwnFactor(engine, record.role)) await letFirstFactorWait(engine, tx, record.id);
        return;
      }
      // The password alone made them, so with the password they would be both halves.
      await deleteRecoveryCodes(tx, record.id);
    },
  });
}

// An outside account opens the account as a password does, for good: a token that was stolen for a moment must not be enough to link one.
async function refuseStaleLink(engine: Engine, { auth, record }: InsideEvent): Promise<void> {
  if (auth?.collectionName !== 'users' || auth.id !== record.recordRef) return;
  await requireFreshSignIn(engine, auth, { field: 'provider', message: 'Failed to authenticate.' });
}

// Where staff need none, waiting for one would keep nobody out.
function needsOwnFactor({ limitRights }: Engine, role: unknown): boolean {
  return limitRights('users', { role, twoFactor: true }, { secondFactor: 'mailbox' }).because !== '';
}

// Somebody else may have the lost device.
async function endOtherSessions(engine: Engine, { tx, auth }: InsideEvent, user: string): Promise<void> {
  const collection = usersOf(engine);
  const isOwn = auth?.id === user && auth.collectionId === collection.id;
  await endSessionsBesides(tx, { collection: collection.id, id: user, except: isOwn ? auth.sessionId : '' });
  const row = await findRow(tx, collection, user);
  if (row) tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}

// The account then asks for the factor that it has, which a thief with a stolen token may have added.
async function refuseTurningOn(event: RecordEvent): Promise<void> {
  const { record, original, system, db } = event;
  const isTurnedOn = record.twoFactor === true && original?.twoFactor !== true;
  if (system || !isTurnedOn || !isOwners(event) || !(await hasOwnFactor(db, record.id))) return;
  const words = 'This needs your password: see POST /api/marketplace/two-factor.';
  throw refuseUpdate('twoFactor', 'needs_password', words);
}

function isTurnedOff({ record, original }: RecordEvent): boolean {
  return record.twoFactor !== true && original?.twoFactor === true;
}

function isOwners({ auth, record }: RecordEvent): boolean {
  return auth?.collectionName === 'users' && auth.id === record.id;
}

async function refuseRecord(): Promise<void> {
  const message = 'Add it by its own call: it has to show that it works.';
  throw refuseCreate('name', 'needs_enrolment', message);
}

const message = 'Failed to delete record.';

async function refuseDeletion(engine: Engine, { auth, record, system, db }: RecordEvent): Promise<void> {
  if (system || auth?.isSuperuser === true || auth?.collectionName !== 'users') return;
  await requireFreshSignIn(engine, auth, { field: 'id', message });
  const { totp, passkeys } = await countOwnFactors(db, String(record.user));
  // Only a mailed code would be left, where codes can be mailed.
  const isLast = totp + passkeys === 1 && auth.row.twoFactor === true;
  if (!isLast || !secondFactorHindrance(engine, auth.row.verified === true)) return;
  const words = 'Nothing else would let you in. Turn two-factor sign-in off instead.';
  throw badRequest(message, { id: { code: 'last_factor', message: words } });
}
