import type Stripe from 'stripe';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { openCase } from '../provider-cases/open-case.ts';
import { announceOtherSum } from './announce-other-sum.ts';
import { expirePayment, findPayment, noteFailure, takeSecondMoney } from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';
import { isWhole, receivedOf } from './stripe/received-of.ts';
import { chargedCentsOf, type Till } from './till.ts';

/**
 * What Stripe tells of a payment: that it came in, that a try was refused, or that it is over. Money that came in and settles nothing is finance's to look
 * at; what came in a second time is owed back by a payment of its own, whose id is answered.
 */
export async function takeIntent(till: Till, type: string, intent: Stripe.PaymentIntent): Promise<string | undefined> {
  const { engine } = till;
  // What was not made by us may have none, whatever the types say.
  const id = (intent.metadata as Stripe.Metadata | null | undefined)?.payment ?? '';
  const payment = id === '' ? undefined : await findPayment(engine.db, id);
  if (payment?.provider !== 'stripe') {
    engine.log.warn({ intent: intent.id }, 'Stripe told of a payment that is not known here.');
    if (type === 'payment_intent.succeeded') {
      await engine.db.transaction((tx) => openCase(engine, tx, { ...about(intent), reason: 'unknown' }));
    }
    return undefined;
  }
  // Only what we asked for counts, and only all of it.
  if (chargedCentsOf(payment) !== intent.amount || intent.currency !== 'sgd' || !isWhole(intent)) {
    engine.log.error({ intent: intent.id, payment: id }, 'Stripe told of another sum than was asked for.');
    if (type !== 'payment_intent.succeeded') return undefined;
    // Money is there that pays for nothing: people give it back or ask for the rest, in the provider's own pages.
    await engine.db.transaction(async (tx) => {
      await openCase(engine, tx, { ...about(intent), reason: 'other_sum', payment: id }, { isToldElsewhere: true });
      await announceOtherSum(engine, tx, payment, intent);
    });
    return undefined;
  }
  if (type === 'payment_intent.succeeded') {
    await settlePayment(till, id, intent.id);
    return lookAtOthers(till, id, intent);
  }
  const nowMs = engine.clock.nowMs();
  const code = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? 'card_declined';
  const row =
    type === 'payment_intent.payment_failed'
      ? await noteFailure(engine.db, id, code, nowMs)
      : await expirePayment(engine.db, id, nowMs);
  if (row) publishRow(engine, 'payments', row);
  return undefined;
}

/** What an intent is as a case of finance's. */
function about(intent: Stripe.PaymentIntent) {
  return {
    kind: 'intent' as const,
    reference: intent.id,
    amountCents: receivedOf(intent) ?? 0,
    currency: intent.currency ?? '',
  };
}

// What settled its payment is that; by another intent the payment came in twice, and where nothing settled it, it pays for nothing.
function lookAtOthers({ engine }: Till, id: string, intent: Stripe.PaymentIntent): Promise<string | undefined> {
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const payment = await findPayment(tx, id);
    if (payment?.succeededAt && payment.providerReference === intent.id) return undefined;
    if (!payment?.succeededAt) {
      await openCase(engine, tx, { ...about(intent), reason: 'unsettled', payment: id });
      return undefined;
    }
    const second = await takeSecondMoney(tx, id, { reference: intent.id, cents: receivedOf(intent), nowMs });
    if (second !== undefined) await openCase(engine, tx, { ...about(intent), reason: 'second', payment: second });
    return second;
  });
}
