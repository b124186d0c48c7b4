import { isLoopback } from '#engine/http/is-loopback.ts';
import type { Config } from './config.ts';

type Setup = Pick<Config, 'isProduction' | 'publicUrl' | 'stripe' | 'payNow' | 'takesSandboxPayments'>;

/**
 * What an operator has not set up and people will miss, each with what follows from it; nothing on a developer's machine. Whether mails leave also hangs on
 * the settings, so find-shortcomings.ts says that.
 */
export function missingSetup({ isProduction, publicUrl, stripe, payNow, takesSandboxPayments }: Setup): string[] {
  if (!isProduction) return [];
  return [
    ...(stripe || payNow || takesSandboxPayments
      ? []
      : ['Neither STRIPE_SECRET_KEY nor PAYNOW_UEN is set: nobody can pay for a lesson.']),
    ...(isLoopback(new URL(publicUrl).hostname)
      ? [`PUBLIC_URL is not set: links in mails lead to ${publicUrl}, which nobody else can open.`]
      : []),
  ];
}
