import { endSessionsBesides } from '#engine/auth/end-sessions.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { announceNewDevice } from '../../talk/notifications/announce-new-device.ts';
import { endSideDoors } from './end-side-doors.ts';
import { isLeakedPassword } from './is-leaked-password.ts';
import { writeAuthMail } from './write-auth-mail.ts';

/**
 * Tells the owner of an account when its password or its second factor changes, by whatever way that came, and when it is signed in to from
 * a device that is new to it. A change of the address is told to the old one, which is the one that a stranger does not have. A password that
 * stands on every list of leaked ones is refused. What opens the account besides its sessions ends when they do, and when a second factor is turned on
 * (`endSideDoors`); so do then the sessions that began with one. An outside account that is linked by a session is told to the owner.
 * So is another telephone number. Of these changes an account has a few a day.
 */
export function registerSafetyHooks(engine: Engine): void {
  engine.hooks.on('users', {
    beforeCreate: (event) => refuseLeaked(event, 'Failed to create record.'),
    async beforeUpdate(event) {
      await refuseLeaked(event, 'Failed to update record.');
      await refuseManyChanges(engine, event);
    },
    async insideUpdate(event) {
      const { tx, body, record, original } = event;
      const user = record.id;
      // One that nobody typed takes the place of an unproved one when a code shows whose the address is.
      const isTyped = 'passwordConfirm' in body.fields;
      const cause = String(engine.clock.nowMs());
      if (isTyped && record.password !== original?.password) {
        await announceAccountChange(engine, tx, { user, change: 'password', cause });
      }
      await endOtherWays(event);
      await tellOldAddress(engine, event);
      // Money that people send goes to the number: who has a session for a moment must not lead it elsewhere unseen.
      if (original?.phone && record.phone !== original.phone) {
        await announceAccountChange(engine, tx, { user, change: 'phone', cause });
      }
      if (record.twoFactor !== original?.twoFactor) {
        const change = record.twoFactor === true ? 'two_factor_on' : 'two_factor_off';
        await announceAccountChange(engine, tx, { user, change, cause });
      }
    },
    insideNewDevice: (event) => announceNewDevice(engine, event),
  });
  // What the operator's own commands set is theirs to answer for.
  const refuseTyped = async (event: RecordEvent, message: string) => {
    if (!event.system) await refuseIfLeaked(event, message);
  };
  engine.hooks.on('_superusers', {
    beforeCreate: (event) => refuseTyped(event, 'Failed to create record.'),
    beforeUpdate: (event) => refuseTyped(event, 'Failed to update record.'),
  });
  engine.hooks.on('_externalAuths', {
    async insideCreate({ tx, record, auth }) {
      if (auth?.collectionName !== 'users' || auth.id !== record.recordRef) return;
      await announceAccountChange(engine, tx, { user: auth.id, change: 'link', cause: record.id });
    },
  });
}

const changes = {
  max: 10,
  seconds: 86_400,
  message: 'You changed your password or telephone number many times today. Please go on tomorrow.',
};

// Each is a mail to the account's address, and a message to its number, which nobody need have proved.
async function refuseManyChanges(engine: Engine, { auth, system, record, original }: RecordEvent): Promise<void> {
  if (system || auth?.collectionName !== 'users' || auth.id !== record.id) return;
  const isTold =
    record.password !== original?.password || (Boolean(original?.phone) && record.phone !== original?.phone);
  if (isTold) await refuseTooManyAttempts(engine, { key: `account-changes:${record.id}`, ...changes });
}

// Who was in by a password alone must not stay in, nor come back by what they made, once it takes two factors.
async function endOtherWays({ tx, collection, record, original, auth }: InsideEvent): Promise<void> {
  const account = { collection: collection.id, id: record.id };
  const isSafer = record.twoFactor === true && original?.twoFactor !== true;
  // A suspension is nothing that its owner did to make it safe: once it is lifted, the passkeys sign in again.
  const keepsPasskeys = record.suspended === true && original?.suspended !== true;
  if (record.tokenKey !== original?.tokenKey || isSafer) await endSideDoors(tx, { ...account, keepsPasskeys });
  if (!isSafer) return;
  const isOwn = auth?.id === record.id && auth.collectionId === collection.id;
  await endSessionsBesides(tx, { ...account, except: isOwn ? auth.sessionId : '' });
}

// What the browser warns of, whatever program sends it.
async function refuseLeaked(event: RecordEvent, message: string): Promise<void> {
  const { body, system, auth } = event;
  const isByStaff = auth?.isSuperuser === true || (system && !('passwordConfirm' in body.fields));
  if (!isByStaff) await refuseIfLeaked(event, message);
}

async function refuseIfLeaked({ body }: RecordEvent, message: string): Promise<void> {
  const { password } = body.fields;
  if (typeof password !== 'string' || !(await isLeakedPassword(password))) return;
  const words = 'This password is on lists of leaked ones. Choose another one.';
  throw badRequest(message, { password: { code: 'password_leaked', message: words } });
}

async function tellOldAddress(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, collection, record, original } = event;
  const address = String(original?.email ?? '');
  // One that is erased belongs to nobody any more.
  if (address === '' || record.email === '' || address.toLowerCase() === String(record.email).toLowerCase()) return;
  const row = await findRow(tx, collection, record.id);
  if (!row) return;
  const template = writeAuthMail('emailChanged', String(record.language ?? ''));
  const mail = renderMail(engine, {
    template,
    collection,
    row: { ...row, email: address },
    values: {},
    kind: 'notice',
  });
  await engine.mail.queue(tx, mail);
}
