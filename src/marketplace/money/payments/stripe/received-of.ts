import type Stripe from 'stripe';

/** How much of an intent came in, in its currency's smallest unit. Where nothing is said of it, all of it did. */
export function receivedOf(intent: Pick<Stripe.PaymentIntent, 'amount'> & { amount_received?: number }): number {
  return intent.amount_received ?? intent.amount;
}

/** Whether no part of an intent is missing: one that succeeded may have been captured in part. */
export function isWhole(intent: Stripe.PaymentIntent): boolean {
  return (intent.status ?? 'succeeded') !== 'succeeded' || receivedOf(intent) === intent.amount;
}
