import type { Engine } from '#engine/engine.ts';
import { takeOutcome } from './pay-lesson.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { expirePayment, findDuePayments } from './payments.store.ts';
import { publishRow } from './settle-payment.ts';

/**
 * Ends open payments whose time ran out. One that was cut off between asking the provider and writing the answer down is asked for again
 * first: money that was taken is never lost sight of.
 */
export async function expirePayments(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  for (const payment of await findDuePayments(engine.db, nowMs)) {
    const id = String(payment.id);
    const outcome = payment.status === 'processing' ? await provider.lookUp(id) : undefined;
    if (outcome && outcome.status !== 'requires_action') {
      await takeOutcome(engine, id, outcome);
      continue;
    }
    const expired = await expirePayment(engine.db, id, nowMs);
    if (expired) publishRow(engine, 'payments', expired);
  }
}
