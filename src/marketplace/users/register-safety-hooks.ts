import type { Engine } from '#engine/engine.ts';
import { announceAccountChange } from '../notifications/announce-account-change.ts';
import { announceNewDevice } from '../notifications/announce-new-device.ts';

/**
 * Tells the owner of an account when its password or its second factor changes, by whatever way that came, and when it is signed in to from
 * a device that is new to it.
 */
export function registerSafetyHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async insideUpdate({ tx, body, record, original }) {
      const user = record.id;
      // One that nobody typed takes the place of an unproved one when a code shows whose the address is.
      const isTyped = 'passwordConfirm' in body.fields;
      const cause = String(engine.clock.nowMs());
      if (isTyped && record.password !== original?.password) {
        await announceAccountChange(engine, tx, { user, change: 'password', cause });
      }
      if (record.twoFactor !== original?.twoFactor) {
        const change = record.twoFactor === true ? 'two_factor_on' : 'two_factor_off';
        await announceAccountChange(engine, tx, { user, change, cause });
      }
    },
    insideNewDevice: (event) => announceNewDevice(engine, event),
  });
}
