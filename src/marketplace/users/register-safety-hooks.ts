import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { leakedPasswords } from '#rules/passwords/common-passwords.ts';
import { announceAccountChange } from '../notifications/announce-account-change.ts';
import { announceNewDevice } from '../notifications/announce-new-device.ts';
import { endCalendarAddress } from './calendar-address.store.ts';
import { replaceRecoveryCodes } from './recovery-codes.store.ts';
import { writeAuthMail } from './write-auth-mail.ts';

/**
 * Tells the owner of an account when its password or its second factor changes, by whatever way that came, and when it is signed in to from
 * a device that is new to it. A change of the address is told to the old one, which is the one that a stranger does not have. A password that
 * stands on every list of leaked ones is refused. The address of the calendar ends when the sessions do, and when a second factor is turned on.
 */
export function registerSafetyHooks(engine: Engine): void {
  engine.hooks.on('users', {
    beforeCreate: async (event) => refuseLeaked(event, 'Failed to create record.'),
    beforeUpdate: async (event) => refuseLeaked(event, 'Failed to update record.'),
    async insideUpdate(event) {
      const { tx, body, record, original } = event;
      const user = record.id;
      // One that nobody typed takes the place of an unproved one when a code shows whose the address is.
      const isTyped = 'passwordConfirm' in body.fields;
      const cause = String(engine.clock.nowMs());
      if (isTyped && record.password !== original?.password) {
        await announceAccountChange(engine, tx, { user, change: 'password', cause });
      }
      const isSafer = record.twoFactor === true && original?.twoFactor !== true;
      if (record.tokenKey !== original?.tokenKey || isSafer) await endCalendarAddress(tx, user);
      await tellOldAddress(engine, event);
      if (record.twoFactor !== original?.twoFactor) {
        const change = record.twoFactor === true ? 'two_factor_on' : 'two_factor_off';
        await announceAccountChange(engine, tx, { user, change, cause });
        // Of a second factor that is off, or was taken off by an admin, nothing is left to sign in by.
        if (change === 'two_factor_off') {
          await replaceRecoveryCodes(tx, { user, hashes: [], nowMs: engine.clock.nowMs() });
        }
      }
    },
    insideNewDevice: (event) => announceNewDevice(engine, event),
  });
}

// What the browser warns of, whatever program sends it.
function refuseLeaked({ body, system, auth }: RecordEvent, message: string): void {
  const { password } = body.fields;
  const isByStaff = auth?.isSuperuser === true || (system && !('passwordConfirm' in body.fields));
  if (isByStaff || typeof password !== 'string' || !leakedPasswords.has(password.toLowerCase())) return;
  const words = 'This password is on lists of leaked ones. Choose another one.';
  throw badRequest(message, { password: { code: 'password_leaked', message: words } });
}

async function tellOldAddress(engine: Engine, event: RecordEvent & { tx: Transaction }): Promise<void> {
  const { tx, collection, record, original } = event;
  const address = String(original?.email ?? '');
  // One that is erased belongs to nobody any more.
  if (address === '' || record.email === '' || address.toLowerCase() === String(record.email).toLowerCase()) return;
  const row = await findRow(tx, collection, record.id);
  if (!row) return;
  const template = writeAuthMail('emailChanged', String(record.language ?? ''));
  const mail = renderMail(engine, { template, collection, row: { ...row, email: address }, values: {} });
  await engine.mail.queue(tx, mail);
}
