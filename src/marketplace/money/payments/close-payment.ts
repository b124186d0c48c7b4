import type { Row } from '#engine/database/database.ts';
import { notFound, refuseNow, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PaymentClosingAnswer } from '#wire/payments.ts';
import { knownOf } from './expire-payments.ts';
import { closeWaitingPayment, findCharge, findPayment } from './payments.store.ts';
import { takeOutcome } from './take-payment.ts';
import type { Till } from './till.ts';

/**
 * POST /api/marketplace/payments/{id}/close: the learner gives up a payment that waits for them, a PayNow code or a card's extra step,
 * to pay in another way while the time is still held. Money that comes in for it nevertheless is sent back. Repeating it, and closing
 * what has ended by itself, changes nothing; 409 `payment_open` while the bank decides, `already_paid` when the money is there.
 */
export function closePaymentRoute(till: Till): Route<PaymentClosingAnswer> {
  const { engine } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/payments/:id/close',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const known = await findCharge(engine.db, params.id ?? '');
      if (!known || (known.learner !== auth.id && !auth.isSuperuser)) throw notFound();
      const id = String(known.id);
      const closed = await closeWaitingPayment(engine.db, id, engine.clock.nowMs());
      if (closed) await endAtProvider(till, closed);
      const status = String((closed ?? (await findPayment(engine.db, id)) ?? known).status);
      if (status === 'processing')
        throw refuseNow('payment', 'payment_open', 'The bank is deciding about this payment.');
      if (status === 'succeeded') throw refuseNow('payment', 'already_paid', 'This payment has gone through.');
      return { status: 200, body: { payment: id, status } };
    },
  };
}

// Money that the provider has already goes back, as all money that comes too late.
async function endAtProvider(till: Till, payment: Row): Promise<void> {
  const { engine, provider } = till;
  publishRow(engine, 'payments', payment);
  if (!provider.cancel || payment.provider !== provider.name) return;
  try {
    const outcome = await provider.cancel(knownOf(payment, engine.clock.nowMs()));
    if (outcome.status === 'succeeded') await takeOutcome(till, String(payment.id), outcome);
  } catch (error) {
    engine.log.error(
      { err: error, payment: payment.id },
      'The provider could not be told that a payment was given up.',
    );
  }
}
