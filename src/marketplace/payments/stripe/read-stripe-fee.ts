import type Stripe from 'stripe';
import type { FeeOf, ToldFee } from '../payment-provider.ts';

/** What Stripe charged for a payment or a refund: the fee of its balance transaction, which may be made some time after the payment. */
export async function readStripeFee(stripe: Stripe, of: FeeOf): Promise<ToldFee | undefined> {
  const moved = of.kind === 'payment' ? await ofPayment(stripe, of.reference) : await ofRefund(stripe, of.reference);
  // Not there yet, or named only.
  if (!moved || typeof moved === 'string' || typeof moved.fee !== 'number') return undefined;
  return { cents: moved.fee, currency: moved.currency };
}

async function ofPayment(stripe: Stripe, reference: string) {
  const expand = ['latest_charge.balance_transaction'];
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(reference, { expand });
  return charge && typeof charge === 'object' ? charge.balance_transaction : undefined;
}

async function ofRefund(stripe: Stripe, reference: string) {
  return (await stripe.refunds.retrieve(reference, { expand: ['balance_transaction'] })).balance_transaction;
}
