import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { takeOutcome } from './pay-lesson.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { expirePayment, findDuePayments } from './payments.store.ts';
import { publishRow } from './settle-payment.ts';

/**
 * Ends open payments whose time ran out, so that the lesson can be paid anew. One that was cut off between asking the provider and writing
 * the answer down is asked for first: money that was taken is never lost sight of. Should money of an ended payment come in after all, it
 * is sent back.
 */
export async function expirePayments(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  for (const payment of await findDuePayments(engine.db, nowMs)) {
    try {
      await endPayment(engine, provider, { payment, nowMs });
    } catch (error) {
      // The payment stays due and is tried again in the next sweep; the others must not wait for it.
      engine.log.error({ err: error, payment: payment.id }, 'A payment that is due could not be ended.');
    }
  }
}

async function endPayment(
  engine: Engine,
  provider: PaymentProvider,
  { payment, nowMs }: { payment: Row; nowMs: number },
): Promise<void> {
  const id = String(payment.id);
  const outcome = payment.status === 'processing' ? await provider.lookUp(id) : undefined;
  if (outcome) await takeOutcome(engine, id, outcome);
  const isOver = payment.expiresAt instanceof Date && payment.expiresAt.getTime() <= nowMs;
  if (outcome && !isOver) return;
  const expired = await expirePayment(engine.db, id, nowMs);
  if (expired) publishRow(engine, 'payments', expired);
}
