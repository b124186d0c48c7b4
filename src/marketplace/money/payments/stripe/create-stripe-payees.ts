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
      return given(account.id, 'an id');
    },
    async onboardingLink({ account, returnUrl }) {
      const link = await stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        refresh_url: returnUrl,
        return_url: returnUrl,
      });
      return given(link.url, 'a link');
    },
    async isReady(account) {
      const { payouts_enabled: isPaidOut, capabilities } = await stripe.accounts.retrieve(account);
      return given(isPaidOut, 'whether it pays out') && capabilities?.transfers === 'active';
    },
  };
}

// What is not Stripe, or is broken, may answer with nothing in it, and the client takes that for an answer.
function given<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null) throw new Error(`Stripe answered without ${what}.`);
  return value;
}
