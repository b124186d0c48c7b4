import type { Row } from '#engine/database/database.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { announceNotFound } from './announce-not-found.ts';
import type { KnownCharge } from './payment-provider.ts';
import { expirePayment, findDuePayments } from './payments.store.ts';
import { takeOutcome } from './take-payment.ts';
import { chargedCentsOf, type Till } from './till.ts';

/**
 * Ends open payments whose time ran out, so that what they were for can be paid anew. One that was cut off between asking the provider and writing
 * the answer down is asked for first, and so is one whose provider should have told of it: money that was taken is never lost sight of. Should
 * money of an ended payment come in after all, it is sent back.
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
  const isOver = payment.expiresAt instanceof Date && payment.expiresAt.getTime() <= nowMs;
  const known = knownOf(payment, nowMs);
  // Another provider's, from before it was changed, is known to nobody here any more.
  const isTheirs = payment.provider === provider.name || payment.provider === '';
  const ask = isOver && provider.cancel ? provider.cancel : provider.lookUp;
  const outcome = isTheirs && (payment.status === 'processing' || provider.cancel) ? await ask(known) : undefined;
  if (outcome && (!isOver || outcome.status === 'succeeded')) await takeOutcome(till, id, outcome);
  if (outcome && !isOver) return;
  const expired = await engine.db.transaction(async (tx) => {
    const row = await expirePayment(tx, id, nowMs);
    // Who says to have paid counts on it.
    if (row?.declaredAt) await announceNotFound(engine, tx, row);
    return row;
  });
  if (expired) publishRow(engine, 'payments', expired);
}

/** A payment as its provider knows it. */
export function knownOf(payment: Row, nowMs: number): KnownCharge {
  return {
    payment: String(payment.id),
    reference: String(payment.providerReference),
    method: payment.method === 'paynow' ? 'paynow' : 'card',
    amountCents: chargedCentsOf(payment),
    expiresAtMs: payment.expiresAt instanceof Date ? payment.expiresAt.getTime() : nowMs,
    nowMs,
  };
}
