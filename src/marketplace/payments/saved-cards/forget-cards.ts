import type { Engine } from '#engine/engine.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { deleteCardCustomer, findEndedCustomers } from './card-customers.store.ts';

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
