import type { Engine } from '#engine/engine.ts';
import { relyingParty } from '#marketplace/people/second-factors/relying-party.ts';
import type { Config } from './config.ts';

/** Who sells here in one line, as printed receipts have it. UEN is a name, the same in every language. */
function sellerText({ name, uen, address }: Config['seller']): string {
  return [name, uen && `UEN ${uen}`, address].filter(Boolean).join(', ');
}

/** What pages are told of this server, so that they offer and promise only what it does. */
export function pageFlags(
  { settings, mail, collections }: Pick<Engine, 'settings' | 'mail' | 'collections'>,
  config: Pick<
    Config,
    | 'isProduction'
    | 'takesSandboxPayments'
    | 'stripe'
    | 'payNow'
    | 'privacyContact'
    | 'seller'
    | 'addressSearchBase'
    | 'publicUrl'
  >,
) {
  const { isProduction, takesSandboxPayments, stripe, payNow } = config;
  // A development server's mails are read in its own mailbox.
  const sendsMail = () => !isProduction || mail.leaves();
  // The ways to sign in are those of the collection itself: what is off there has no link that fails later.
  const waysIn = () => collections.get('users').auth;
  return {
    isSandbox: takesSandboxPayments && !stripe && !payNow,
    takesPayments: takesSandboxPayments || (stripe ?? payNow) !== undefined,
    payNowUen: payNow?.uen ?? '',
    payNowName: payNow?.name ?? '',
    stripeKey: stripe?.publishableKey ?? '',
    privacyContact: config.privacyContact,
    soldBy: sellerText(config.seller),
    searchesAddresses: config.addressSearchBase !== undefined,
    // Superusers change these while the server runs.
    get logDays() {
      return settings.current().logs.maxDays;
    },
    get sendsMail() {
      return sendsMail();
    },
    get enableOTPLogin() {
      return sendsMail() && waysIn()?.otp.enabled === true;
    },
    get enableGoogleSignIn() {
      const outside = waysIn()?.oauth2;
      return outside?.enabled === true && outside.providers.some(({ name }) => name === 'google');
    },
    staffNeedSecondFactor: isProduction,
    passkeyOrigin: relyingParty(config)?.origin ?? '',
    showDemoCodes: !isProduction,
  };
}
