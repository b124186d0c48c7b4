import type { Till } from '../payments/till.ts';
import { findUntold, lockUntold } from './chargebacks.store.ts';
import { purposeOfPart, tellSides } from './tell-sides.ts';

/**
 * Tells of chargebacks that were nobody's news when they opened, as all of the payment was on its way back, and are now: a refund failed for that and
 * covered the bank. Each once, as it stands by then.
 */
export async function tellOfCovered(till: Till): Promise<void> {
  const { engine } = till;
  for (const id of await findUntold(engine.db)) {
    await engine.db.transaction(async (tx) => {
      const payment = await lockUntold(tx, id);
      const found = payment === undefined ? undefined : await purposeOfPart(till, tx, payment);
      if (found) await tellSides(engine, tx, { ...found, chargeback: id });
    });
  }
}
