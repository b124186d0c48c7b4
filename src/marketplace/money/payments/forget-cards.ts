import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { deleteCardCustomer, endCardCustomers, findEndedCustomers } from './card-customers.store.ts';
import type { PaymentProvider } from './payment-provider.ts';

const atOnce = 100;

/** Has the provider forget the cards of accounts that ended. What it gives no answer to is asked again at the next run. */
export async function forgetCards(engine: Engine, { cards, name }: PaymentProvider): Promise<void> {
  if (!cards) return;
  for (const customer of await findEndedCustomers(engine.db, name, atOnce)) {
    try {
      await cards.forget(customer);
      await deleteCardCustomer(engine.db, customer);
    } catch (error) {
      engine.log.warn(
        { err: error, customer },
        'The payment provider did not forget the cards of an account that ended.',
      );
    }
  }
}

/** Cards that somebody saved who did not prove the account's address are the provider's to forget. */
export function endSavedCards(tx: Queryable, user: string, nowMs: number): Promise<void> {
  return endCardCustomers(tx, { user, nowMs });
}
