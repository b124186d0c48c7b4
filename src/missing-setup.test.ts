import { expect, test } from 'vitest';
import { missingSetup } from './missing-setup.ts';

const bare = {
  isProduction: true,
  publicUrl: 'http://127.0.0.1:8090',
  stripe: undefined,
  payNow: undefined,
  takesSandboxPayments: false,
};

test('a start says whether payments and the public address are set up, and what follows where not; mails are said with the settings, once', () => {
  expect(missingSetup(bare).map((sentence) => sentence.split(' ')[0])).toEqual(['Neither', 'PUBLIC_URL']);
  const whole = { ...bare, publicUrl: 'https://kerbside.sg', takesSandboxPayments: true };
  expect(missingSetup(whole)).toEqual([]);
  expect(missingSetup({ ...bare, isProduction: false })).toEqual([]);
});
