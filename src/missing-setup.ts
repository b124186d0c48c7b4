import { isLoopback } from '#engine/http/is-loopback.ts';
import type { Config } from './config.ts';

type Setup = Pick<Config, 'isProduction' | 'publicUrl' | 'smtpUrl' | 'stripe' | 'payNow' | 'takesSandboxPayments'>;

/** What an operator has not set up and people will miss, each with what follows from it; nothing on a developer's machine. */
export function missingSetup({
  isProduction,
  publicUrl,
  smtpUrl,
  stripe,
  payNow,
  takesSandboxPayments,
}: Setup): string[] {
  if (!isProduction) return [];
  return [
    ...(smtpUrl ? [] : ['SMTP_URL is not set: unless the settings name a mail server, no mail leaves.']),
    ...(stripe || payNow || takesSandboxPayments
      ? []
      : ['Neither STRIPE_SECRET_KEY nor PAYNOW_UEN is set: nobody can pay for a lesson.']),
    ...(isLoopback(new URL(publicUrl).hostname)
      ? [`PUBLIC_URL is not set: links in mails lead to ${publicUrl}, which nobody else can open.`]
      : []),
  ];
}
