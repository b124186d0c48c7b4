import type Stripe from 'stripe';
import type { PaymentProvider, ToldRefund } from '../payments/payment-provider.ts';
import { settleUnheard } from '../payments/settle-unheard.ts';
import { refundedOf, toldRefundOf } from '../payments/stripe/refunded-of.ts';
import { takeIntent } from '../payments/take-intent.ts';
import type { Till } from '../payments/till.ts';
import { takeReversal } from '../payouts/take-payout-reversal.ts';
import { isOurs, takeMadeThere, takeSentTwice } from '../refunds/take-made-there.ts';
import { takeRefundOutcome } from '../refunds/take-refund-outcome.ts';
import { tellOfRefunds } from '../refunds/tell-of-refunds.ts';
import { hasTaken, noteTaken } from './provider-events.store.ts';
import { takeDispute } from './take-dispute.ts';

type Events = NonNullable<PaymentProvider['events']>;

/**
 * Takes an event of Stripe's, sent by itself or read from its list: once its effect is written down, it is noted. Whatever takes it a second time at the
 * same moment changes nothing, as its effects are compare-and-sets.
 */
export async function takeStripeEvent(till: Till, event: Stripe.Event): Promise<void> {
  const { engine, provider } = till;
  if (!provider.events) return;
  if (event.id && (await hasTaken(engine.db, event.id))) return;
  await actOn(till, provider.events, event);
  if (event.id) await noteTaken(engine.db, event, engine.clock.nowMs());
}

/**
 * Does what an event says, outside any transaction but those of its effects, none of which goes back: a failure that arrives after the success it preceded
 * changes nothing. What is about our money and can't be booked becomes a case of finance's (`openCase`).
 */
async function actOn(till: Till, events: Events, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return sendBack(till, await takeIntent(till, event.type, event.data.object));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return takeRefund(till, events, event.data.object);
    case 'charge.refunded':
      // Its refunds are told of by themselves, too, but not to a webhook that asks for this alone.
      for (const told of await events.refundsOf({ charge: event.data.object.id })) {
        if (!(await isOurs(till.engine, told))) await takeThere(till, events, told);
      }
      return;
    case 'transfer.reversed':
      return takeReversal(till.engine, event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return takeDispute(till, events, event.data.object);
    default:
  }
}

// What came in a second time goes back at once; should the process end before that, the sweeper sends it.
async function sendBack({ engine }: Till, second: string | undefined): Promise<void> {
  if (second !== undefined) await engine.db.transaction((tx) => tellOfRefunds(engine, tx, [second]));
}

async function takeRefund(till: Till, events: Events, refund: Stripe.Refund): Promise<void> {
  const { engine } = till;
  const told = toldRefundOf(refund);
  if (!(await isOurs(engine, told))) return takeThere(till, events, told);
  await takeRefundOutcome(engine, told.refund, refundedOf(refund), told.id);
  await takeSentTwice(engine, told);
}

// Stripe may name the charge alone, and tell of a refund before it tells of what is refunded.
async function takeThere(till: Till, events: Events, told: ToldRefund): Promise<void> {
  const { paymentReference: named, charge } = told;
  const paymentReference = named === '' && charge !== '' ? await events.paymentOf(charge) : named;
  await settleUnheard(till, paymentReference);
  await takeMadeThere(till.engine, { ...told, paymentReference });
}
