import type Stripe from 'stripe';
import type { PayingOut, ToldRefund } from '../payment-provider.ts';

/** How Stripe says that a refund stands. */
export function refundedOf({ id, status, failure_reason: why }: Stripe.Refund): PayingOut {
  const reference = knownId(id);
  if (status === 'succeeded') return { status: 'paid', reference };
  if (status === 'failed' || status === 'canceled') return { status: 'failed', failureCode: why ?? String(status) };
  return { status: 'sent', reference };
}

/** A refund as Stripe tells of it. What was not made by us may have no metadata, whatever the types say. */
export function toldRefundOf(refund: Stripe.Refund): ToldRefund {
  const { status, ...rest } = refundedOf(refund);
  return {
    ...{ id: refund.id, cents: refund.amount ?? 0, currency: refund.currency ?? '' },
    refund: refund.metadata?.refund ?? '',
    paymentReference: idOf(refund.payment_intent),
    charge: idOf(refund.charge),
    state: status,
    failureCode: 'failureCode' in rest ? rest.failureCode : '',
  };
}

/** The id of what Stripe names or tells whole; '' where it does neither. */
export function idOf(thing: string | { id: string } | null | undefined): string {
  return typeof thing === 'string' ? thing : (thing?.id ?? '');
}

/** An id as Stripe gave it. A server that is not Stripe may answer without one, which the client takes for an answer: throws. */
export function knownId(id: string | undefined): string {
  if (!id) throw new Error('Stripe answered without an id.');
  return id;
}
