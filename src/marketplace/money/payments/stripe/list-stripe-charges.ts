import type Stripe from 'stripe';
import type { ToldCharge } from '../payment-provider.ts';

/** What Stripe calls what it takes for itself as a whole: its services (Connect's accounts and payouts among them), exchange, and taxes on both. */
const types = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'] as const;

/** What Stripe took off its balance for its services since an instant. What it takes for a payment or a refund stands at that (`readStripeFee`). */
export async function listStripeCharges(stripe: Stripe, sinceMs: number): Promise<ToldCharge[]> {
  const created = { gte: Math.floor(sinceMs / 1000) };
  const lists = await Promise.all(
    types.map((type) =>
      stripe.balanceTransactions.list({ type, created, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    ),
  );
  return lists.flat().map(({ id, description, net, currency, created: at }) => ({
    id,
    description: description ?? '',
    // What leaves its balance is below zero there.
    cents: -net,
    currency,
    atMs: at * 1000,
  }));
}
