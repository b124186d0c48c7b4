import type Stripe from 'stripe';
import type { PayingOut } from '../payment-provider.ts';

/** How Stripe says that a refund stands. */
export function refundedOf({ id, status, failure_reason: why }: Stripe.Refund): PayingOut {
  const reference = knownId(id);
  if (status === 'succeeded') return { status: 'paid', reference };
  if (status === 'failed' || status === 'canceled') return { status: 'failed', failureCode: why ?? String(status) };
  return { status: 'sent', reference };
}

/** An id as Stripe gave it. A server that is not Stripe may answer without one, which the client takes for an answer: throws. */
export function knownId(id: string | undefined): string {
  if (!id) throw new Error('Stripe answered without an id.');
  return id;
}
