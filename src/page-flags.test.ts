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
  google: undefined,
};

test('pages offer codes, links and payments only where this server sends and takes them, also once that changes', () => {
  let leaves = false;
  const settings = { current: () => ({ logs: { maxDays: 7 } }) };
  const engine = { settings, mail: { leaves: () => leaves } } as unknown as Parameters<typeof pageFlags>[0];
  const flags = pageFlags(engine, bare);
  expect(flags).toMatchObject({ sendsMail: false, enableOTPLogin: false, takesPayments: false, isSandbox: false });
  leaves = true;
  expect(flags).toMatchObject({ sendsMail: true, enableOTPLogin: true });
  leaves = false;
  // A development server's mails are read in its own mailbox.
  expect(pageFlags(engine, { ...bare, isProduction: false })).toMatchObject({ sendsMail: true, enableOTPLogin: true });
});
