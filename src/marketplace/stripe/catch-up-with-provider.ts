import type { Till } from '../payments/till.ts';
import { hasTaken, noteTaken } from './provider-events.store.ts';
import { takeStripeEvent } from './take-stripe-event.ts';

/** How far back is looked for what never arrived: longer than any outage that goes unnoticed. */
const lookBackMs = 3 * 86_400_000;

/** Reads what the provider told of in the last days and takes what did not arrive, the oldest first. */
export async function catchUpWithProvider(till: Till, nowMs: number): Promise<void> {
  const { engine, provider } = till;
  if (!provider.events) return;
  const events = await provider.events.since(nowMs - lookBackMs);
  for (const event of events.toSorted((one, other) => one.created - other.created)) {
    if (await hasTaken(engine.db, event.id)) continue;
    try {
      await takeStripeEvent(till, event);
      await noteTaken(engine.db, event, nowMs);
    } catch (error) {
      // It is read again next time; the others must not wait for it.
      engine.log.error({ err: error, event: event.id }, 'What the payment provider told could not be taken.');
    }
  }
}
