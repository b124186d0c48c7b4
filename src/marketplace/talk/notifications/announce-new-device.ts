import type { Engine } from '#engine/engine.ts';
import type { NewDeviceEvent } from '#engine/records/record-hooks.ts';
import { describeDevice } from '#rules/devices/describe-device.ts';
import { settingsPath } from '#rules/paths/account-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from './notify-once.ts';

/**
 * Tells the owner of an account in the product and on their phone that a new device signed in; the mail of it is the records server's own and
 * goes out whatever was chosen. A device that was forgotten and comes back is told of again.
 */
export async function announceNewDevice(
  engine: Engine,
  { id: user, userAgent, ip, cause, tx }: NewDeviceEvent,
): Promise<void> {
  await notifyOnce(engine, tx, [
    {
      user,
      type: 'security',
      write: (language) => {
        const texts = noticesIn(language);
        const { browser, system } = describeDevice(userAgent);
        const device =
          browser && system ? texts.browserOnSystem({ browser, system }) : (browser ?? system ?? texts.unknownDevice);
        return { title: texts.newDeviceSignedIn, message: texts.newDeviceFrom({ device, address: ip }) };
      },
      link: settingsPath,
      key: `new_device:${user}:${cause}:${engine.clock.nowMs()}`,
      hasOwnMail: true,
    },
  ]);
}
