import { expect, test } from 'vitest';
import { pageFlags } from './page-flags.ts';

const bare = {
  isProduction: true,
  takesSandboxPayments: false,
  stripe: undefined,
  payNow: undefined,
  privacyContact: '',
  addressSearchBase: undefined,
  seller: { name: 'Kerbside', uen: '', address: '' },
  publicUrl: 'https://kerbside.example',
};

type Told = Parameters<typeof pageFlags>[0];

/** Ways to sign in as the collection of users has them at first. */
const waysIn = { otp: { enabled: true }, oauth2: { enabled: false, providers: [] as { name: string }[] } };
const engineWith = (parts: object) => ({ collections: { get: () => ({ auth: waysIn }) }, ...parts }) as unknown as Told;

test('pages offer codes, links and payments only where this server sends and takes them, also once that changes', () => {
  let leaves = false;
  const settings = { current: () => ({ logs: { maxDays: 7 } }) };
  const engine = engineWith({ settings, mail: { leaves: () => leaves } });
  const flags = pageFlags(engine, bare);
  expect(flags).toMatchObject({ sendsMail: false, enableOTPLogin: false, takesPayments: false, isSandbox: false });
  leaves = true;
  expect(flags).toMatchObject({ sendsMail: true, enableOTPLogin: true });
  leaves = false;
  // A development server's mails are read in its own mailbox.
  expect(pageFlags(engine, { ...bare, isProduction: false })).toMatchObject({ sendsMail: true, enableOTPLogin: true });
});

test('pages offer the ways to sign in that the collection of users has, also once a superuser changes them [2] [45] [90] [118]', () => {
  const auth = structuredClone(waysIn);
  const settings = { current: () => ({ logs: { maxDays: 7 } }) };
  const engine = engineWith({ settings, mail: { leaves: () => true }, collections: { get: () => ({ auth }) } });
  const flags = pageFlags(engine, bare);
  expect(flags).toMatchObject({ enableOTPLogin: true, enableGoogleSignIn: false });
  auth.otp.enabled = false;
  auth.oauth2.enabled = true;
  // A provider of another name has no button.
  auth.oauth2.providers = [{ name: 'github' }];
  expect(flags).toMatchObject({ enableOTPLogin: false, enableGoogleSignIn: false });
  auth.oauth2.providers.push({ name: 'google' });
  expect(flags).toMatchObject({ enableOTPLogin: false, enableGoogleSignIn: true });
});
