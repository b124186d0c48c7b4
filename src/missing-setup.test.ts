import { expect, test } from 'vitest';
import { missingSetup } from './missing-setup.ts';

const bare = {
  isProduction: true,
  publicUrl: 'http://127.0.0.1:8090',
  smtpUrl: undefined,
  stripe: undefined,
  payNow: undefined,
  takesSandboxPayments: false,
};

test('[14.18] a start says which of mails, payments and the public address is not set up, and what follows', () => {
  expect(missingSetup(bare).map((sentence) => sentence.split(' ')[0])).toEqual(['SMTP_URL', 'Neither', 'PUBLIC_URL']);
  const whole = { ...bare, publicUrl: 'https://kerbside.sg', smtpUrl: 'smtps://mail', takesSandboxPayments: true };
  expect(missingSetup(whole)).toEqual([]);
  expect(missingSetup({ ...bare, isProduction: false })).toEqual([]);
});
