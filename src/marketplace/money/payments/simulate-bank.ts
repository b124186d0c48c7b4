import { notFound, refuseCall, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { findPayment } from './payments.store.ts';
import { settlePayment } from './settle-payment.ts';
import type { Till } from './till.ts';

/**
 * POST /api/sandbox/bank {payment} (api.md): plays the bank's part of a PayNow payment or of a card's extra step, for the payment's learner
 * or a superuser. There is no such route with any other provider.
 */
export function simulateBankRoute(till: Till): Route {
  const { engine, provider } = till;
  return {
    method: 'POST',
    path: '/api/sandbox/bank',
    async handle(request) {
      if (provider.name !== 'sandbox') throw notFound();
      if (!request.auth) throw unauthorized();
      const { payment } = (await request.body()).fields;
      if (typeof payment !== 'string' || payment === '') {
        throw refuseCall('payment', 'validation_required', 'Cannot be blank.');
      }
      const row = await findPayment(engine.db, payment);
      if (!row || (row.learner !== request.auth.id && !request.auth.isSuperuser)) throw notFound();
      if (row.status === 'failed') {
        const message = 'This payment was declined.';
        throw refuseCall('payment', 'not_payable', message);
      }
      await settlePayment(till, payment, `sandbox_${payment}`);
      const after = await findPayment(engine.db, payment);
      return { status: 200, body: { payment, status: after?.status ?? row.status } };
    },
  };
}
