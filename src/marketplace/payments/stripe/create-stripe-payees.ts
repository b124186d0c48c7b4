import type Stripe from 'stripe';
import type { Payees } from '../payment-provider.ts';

/** Instructors as Stripe's connected accounts: made once, set up by their owners on Stripe's own pages, paid by transfers. */
export function createStripePayees(stripe: Stripe): Payees {
  return {
    async create({ instructor, email }) {
      const account = await stripe.accounts.create(
        {
          country: 'SG',
          email,
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            stripe_dashboard: { type: 'express' },
          },
          capabilities: { transfers: { requested: true } },
          metadata: { instructor },
        },
        { idempotencyKey: `payee:${instructor}` },
      );
      if (!account.id) throw new Error('Stripe answered without an id.');
      return account.id;
    },
    async onboardingLink({ account, returnUrl }) {
      const link = await stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        refresh_url: returnUrl,
        return_url: returnUrl,
      });
      return link.url;
    },
    async isReady(account) {
      const { payouts_enabled: isPaidOut, capabilities } = await stripe.accounts.retrieve(account);
      return isPaidOut && capabilities?.transfers === 'active';
    },
  };
}
