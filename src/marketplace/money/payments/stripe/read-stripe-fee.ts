import type Stripe from 'stripe';
import type { FeeOf, ToldPayment } from '../payment-provider.ts';

/** What Stripe charged for a payment or a refund: the fee of its balance transaction, which may be made some time after the payment. */
export async function readStripeFee(stripe: Stripe, of: FeeOf): Promise<ToldPayment | undefined> {
  const { moved, ...more } = await (of.kind === 'payment' ? ofPayment : ofRefund)(stripe, of.reference);
  // Not there yet, or named only.
  if (!moved || typeof moved === 'string' || typeof moved.fee !== 'number') return undefined;
  return { cents: moved.fee, currency: moved.currency, ...more };
}

type Moved = { moved: string | Stripe.BalanceTransaction | null | undefined; cardLast4?: string };

async function ofPayment(stripe: Stripe, reference: string): Promise<Moved> {
  const expand = ['latest_charge.balance_transaction'];
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(reference, { expand });
  if (!charge || typeof charge !== 'object') return { moved: undefined };
  const { last4 } = charge.payment_method_details?.card ?? {};
  return { moved: charge.balance_transaction, ...(last4 && /^\d{4}$/.test(last4) ? { cardLast4: last4 } : {}) };
}

async function ofRefund(stripe: Stripe, reference: string): Promise<Moved> {
  return { moved: (await stripe.refunds.retrieve(reference, { expand: ['balance_transaction'] })).balance_transaction };
}
