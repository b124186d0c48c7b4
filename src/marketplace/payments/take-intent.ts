import type Stripe from 'stripe';
import { expirePayment, findPayment, noteFailure } from './payments.store.ts';
import { publishRow, settlePayment } from './settle-payment.ts';
import { chargedCentsOf, type Till } from './till.ts';

/** What Stripe tells of a payment: that it came in, that a try was refused, or that it is over. */
export async function takeIntent(till: Till, type: string, intent: Stripe.PaymentIntent): Promise<void> {
  const { engine } = till;
  const id = intent.metadata.payment ?? '';
  const payment = id === '' ? undefined : await findPayment(engine.db, id);
  // Not ours, or somebody changed what it is for: only what we asked for counts.
  if (payment?.provider !== 'stripe' || chargedCentsOf(payment) !== intent.amount || intent.currency !== 'sgd') {
    engine.log.warn({ intent: intent.id }, 'Stripe told of a payment that is not known here.');
    return;
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
