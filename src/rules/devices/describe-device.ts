import * as texts from '#texts/account.ts';

// The first that fits counts: every browser also claims to be older ones.
const browsers = [
  [/\bEdgA?\/|\bEdgiOS\//, texts.edge],
  [/\bOPR\/|\bOpera\b/, texts.opera],
  [/\bSamsungBrowser\//, texts.samsungInternet],
  [/\bFirefox\/|\bFxiOS\//, texts.firefox],
  [/\bChrome\/|\bCriOS\/|HeadlessChrome\//, texts.chrome],
  [/\bSafari\//, texts.safari],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, texts.android],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, texts.windows],
  [/\bMac OS X\b|\bMacintosh\b/, texts.mac],
  [/\bLinux\b/, texts.linux],
] as const;

/** What a device is called, from what its browser says of itself: `Chrome on Android`. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? texts.unknownDevice;
}

/** True for what fits in a hand. */
export function isHandheld(userAgent: string): boolean {
  return /\biPhone\b|\biPad\b|\bAndroid\b/.test(userAgent);
}
