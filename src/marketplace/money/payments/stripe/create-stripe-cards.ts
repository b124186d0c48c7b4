import Stripe from 'stripe';
import type { SavedCards } from '../payment-provider.ts';

/** What Stripe's form may do with saved cards; its owner alone uses them, each time at the form. */
const features = {
  payment_method_redisplay: 'enabled',
  payment_method_save: 'enabled',
  payment_method_save_usage: 'on_session',
  payment_method_remove: 'enabled',
} as const;

/** Learners as Stripe's customers, known there by our id alone: no name and no address. */
export function createStripeCards(stripe: Stripe): SavedCards {
  return {
    async create({ user, key }) {
      const { id } = await stripe.customers.create({ metadata: { user } }, { idempotencyKey: `customer:${key}` });
      if (!id) throw new Error('Stripe answered without an id.');
      return id;
    },
    async open({ customer, paymentReference }) {
      try {
        await stripe.paymentIntents.update(paymentReference, { customer });
        const components = { payment_element: { enabled: true, features } };
        const { client_secret: secret } = await stripe.customerSessions.create({ customer, components });
        if (!secret) throw new Error('Stripe answered without a session.');
        return secret;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async forget(customer) {
      try {
        await stripe.customers.del(customer);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
