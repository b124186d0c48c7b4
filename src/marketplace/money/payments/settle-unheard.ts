import { knownOf } from './expire-payments.ts';
import { findUnheard } from './payments.store.ts';
import { takeOutcome } from './take-payment.ts';
import type { Till } from './till.ts';

/**
 * What follows a payment may be told before the payment: one that the provider knows by a name, and that did not come in as far as is known here, is asked
 * about and settled where it did.
 */
export async function settleUnheard(till: Till, reference: string): Promise<void> {
  const { engine, provider } = till;
  const payment = await findUnheard(engine.db, reference, provider.name);
  const outcome = payment && (await provider.lookUp(knownOf(payment, engine.clock.nowMs())));
  if (payment && outcome?.status === 'succeeded') await takeOutcome(till, String(payment.id), outcome);
}
