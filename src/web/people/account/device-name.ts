import { describeDevice } from '#rules/devices/describe-device.ts';
import * as texts from '#texts/account.ts';

/** What a device is called, from what its browser says of itself: `Chrome on Android`. */
export function deviceName(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent);
  if (browser && system) return texts.browserOnSystem({ browser, system });
  return browser ?? system ?? texts.unknownDevice;
}
