import type Stripe from 'stripe';
import { closeChargeback, openChargeback } from '../chargebacks/take-chargeback.ts';
import { refundedOf } from '../payments/stripe/refunded-of.ts';
import { takeIntent } from '../payments/take-intent.ts';
import type { Till } from '../payments/till.ts';
import { takePayoutReturn } from '../payouts/take-payout-return.ts';
import { takeRefundOutcome } from '../refunds/take-refund-outcome.ts';

/**
 * Does what an event of Stripe's says, outside any transaction but those of its effects. Each effect is a compare-and-set that repeats do not
 * repeat, and none goes back: a failure that arrives after the success it preceded changes nothing.
 */
export async function takeStripeEvent(till: Till, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return takeIntent(till, event.type, event.data.object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return takeRefundOutcome(till.engine, event.data.object.metadata?.refund ?? '', refundedOf(event.data.object));
    case 'transfer.reversed':
      return takeReversal(till, event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
      // An inquiry takes no money yet; when it does, the dispute is told of again.
      if (isInquiry(event.data.object)) return;
      return openChargeback(till, disputeOf(event.data.object));
    case 'charge.dispute.closed':
      if (isInquiry(event.data.object)) return;
      return closeChargeback(till, disputeOf(event.data.object), event.data.object.status === 'won');
    default:
  }
}

// Only a transfer that came back whole is one that failed; parts are taken back by people, who say why.
async function takeReversal({ engine }: Till, { reversed, metadata }: Stripe.Transfer): Promise<void> {
  // What was not made by us may have none, whatever the types say.
  const payout = (metadata as Stripe.Metadata | null | undefined)?.payout ?? '';
  if (reversed && payout !== '') await takePayoutReturn(engine, payout, 'reversed');
}

// A bank that only asks, or what was settled before anything was taken.
function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_') || status === 'prevented';
}

function disputeOf({ id, amount, payment_intent: intent, balance_transactions: moved }: Stripe.Dispute) {
  return {
    id,
    paymentReference: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountCents: amount,
    feeCents: ((moved as typeof moved | undefined) ?? []).reduce((sum, { fee }) => sum + Math.max(0, fee), 0),
  };
}
