import type { Row } from '#engine/database/database.ts';
import { expirePayment, findDuePayments } from './payments.store.ts';
import { publishRow } from './settle-payment.ts';
import { takeOutcome } from './take-payment.ts';
import type { Till } from './till.ts';

/**
 * Ends open payments whose time ran out, so that what they were for can be paid anew. One that was cut off between asking the provider and writing
 * the answer down is asked for first: money that was taken is never lost sight of. Should money of an ended payment come in after all, it
 * is sent back.
 */
export async function expirePayments(till: Till, nowMs: number): Promise<void> {
  const { engine } = till;
  for (const payment of await findDuePayments(engine.db, nowMs)) {
    try {
      await endPayment(till, payment, nowMs);
    } catch (error) {
      // The payment stays due and is tried again in the next sweep; the others must not wait for it.
      engine.log.error({ err: error, payment: payment.id }, 'A payment that is due could not be ended.');
    }
  }
}

async function endPayment(till: Till, payment: Row, nowMs: number): Promise<void> {
  const { engine, provider } = till;
  const id = String(payment.id);
  const outcome = payment.status === 'processing' ? await provider.lookUp(id) : undefined;
  if (outcome) await takeOutcome(till, id, outcome);
  const isOver = payment.expiresAt instanceof Date && payment.expiresAt.getTime() <= nowMs;
  if (outcome && !isOver) return;
  const expired = await expirePayment(engine.db, id, nowMs);
  if (expired) publishRow(engine, 'payments', expired);
}
