import type Stripe from 'stripe';
import { announceOtherSum } from './announce-other-sum.ts';
import { expirePayment, findPayment, noteFailure } from './payments.store.ts';
import { publishRow, settlePayment } from './settle-payment.ts';
import { isWhole } from './stripe/received-of.ts';
import { chargedCentsOf, type Till } from './till.ts';

/** What Stripe tells of a payment: that it came in, that a try was refused, or that it is over. */
export async function takeIntent(till: Till, type: string, intent: Stripe.PaymentIntent): Promise<void> {
  const { engine } = till;
  // What was not made by us may have none, whatever the types say.
  const id = (intent.metadata as Stripe.Metadata | null | undefined)?.payment ?? '';
  const payment = id === '' ? undefined : await findPayment(engine.db, id);
  if (payment?.provider !== 'stripe') {
    engine.log.warn({ intent: intent.id }, 'Stripe told of a payment that is not known here.');
    return;
  }
  // Only what we asked for counts, and only all of it.
  if (chargedCentsOf(payment) !== intent.amount || intent.currency !== 'sgd' || !isWhole(intent)) {
    engine.log.error({ intent: intent.id, payment: id }, 'Stripe told of another sum than was asked for.');
    if (type !== 'payment_intent.succeeded') return;
    // Money is there that pays for nothing: people give it back or ask for the rest, in the provider's own pages.
    return engine.db.transaction((tx) => announceOtherSum(engine, tx, payment, intent));
  }
  if (type === 'payment_intent.succeeded') return settlePayment(till, id, intent.id);
  const nowMs = engine.clock.nowMs();
  const code = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? 'card_declined';
  if (type === 'payment_intent.payment_failed') {
    const row = await noteFailure(engine.db, id, code, nowMs);
    if (row) publishRow(engine, 'payments', row);
    return;
  }
  const row = await expirePayment(engine.db, id, nowMs);
  if (row) publishRow(engine, 'payments', row);
}
