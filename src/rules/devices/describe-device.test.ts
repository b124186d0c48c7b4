import { expect, test } from 'vitest';
import { describeDevice, isHandheld } from './describe-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/140.0 Mobile Safari/604.1',
    'Chrome on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
    false,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac', false],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    true,
  ],
  ['curl/8.5.0', 'Unknown device', false],
  ['', 'Unknown device', false],
])('%s', (userAgent, name, handheld) => {
  const { browser, system } = describeDevice(userAgent);
  expect([browser, system].filter(Boolean).join(' on ') || 'Unknown device').toBe(name);
  expect(isHandheld(userAgent)).toBe(handheld);
});
