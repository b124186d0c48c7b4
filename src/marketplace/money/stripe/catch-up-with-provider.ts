import type Stripe from 'stripe';
import type { Till } from '../payments/till.ts';
import { openCase } from '../provider-cases/open-case.ts';
import { takeStripeEvent } from './take-stripe-event.ts';

/** How far back is looked for what never arrived: longer than any outage that goes unnoticed. */
const lookBackMs = 3 * 86_400_000;

/** What could not be taken for so long is finance's to look at, well before it is out of sight. */
const untakenMs = 86_400_000;

/** Reads what the provider told of in the last days and takes what did not arrive, the oldest first. */
export async function catchUpWithProvider(till: Till, nowMs: number): Promise<void> {
  const { engine, provider } = till;
  if (!provider.events) return;
  const events = await provider.events.since(nowMs - lookBackMs);
  for (const event of events.toSorted((one, other) => one.created - other.created)) {
    try {
      await takeStripeEvent(till, event);
    } catch (error) {
      // It is read again next time; the others must not wait for it.
      engine.log.error({ err: error, event: event.id }, 'What the payment provider told could not be taken.');
      if (event.created * 1000 <= nowMs - untakenMs) await askAboutUntaken(till, event);
    }
  }
}

async function askAboutUntaken({ engine }: Till, { id }: Stripe.Event): Promise<void> {
  await engine.db.transaction((tx) =>
    openCase(engine, tx, { kind: 'event', reason: 'not_taken', reference: id, amountCents: 0, currency: '' }),
  );
}
