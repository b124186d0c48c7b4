import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { closeWaitingPayment, findPayment } from './payments.store.ts';
import { publishRow } from './settle-payment.ts';

/**
 * POST /api/marketplace/payments/{id}/close: the learner gives up a payment that waits for them, a PayNow code or a card's extra step,
 * to pay in another way while the time is still held. Money that comes in for it nevertheless is sent back. Repeating it, and closing
 * what has ended by itself, changes nothing; 409 `payment_open` while the bank decides, `already_paid` when the money is there.
 */
export function closePaymentRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/payments/:id/close',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const id = params.id ?? '';
      const known = await findPayment(engine.db, id);
      if (!known || (known.learner !== auth.id && !auth.isSuperuser)) throw notFound();
      const closed = await closeWaitingPayment(engine.db, id, engine.clock.nowMs());
      if (closed) publishRow(engine, 'payments', closed);
      const status = String((closed ?? (await findPayment(engine.db, id)) ?? known).status);
      if (status === 'processing') throw refuse('payment_open', 'The bank is deciding about this payment.');
      if (status === 'succeeded') throw refuse('already_paid', 'This payment has gone through.');
      return { status: 200, body: { payment: id, status } };
    },
  };
}

function refuse(code: string, message: string): ApiError {
  return new ApiError(409, message, { payment: { code, message } });
}
