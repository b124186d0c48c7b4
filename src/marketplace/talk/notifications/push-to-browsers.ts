import type { Engine } from '#engine/engine.ts';
import type { Delivery } from './deliveries.store.ts';
import type { PushSender, SendOutcome } from './delivery-ways.ts';
import { deleteSubscription, findSubscriptions } from './push-subscriptions.store.ts';

/** More than this a push service does not take with the rest of the message. */
const longestText = 1000;

/**
 * Sends a notification to every browser of its person; one that is gone is forgotten. Whoever got it and gets it again after a failure
 * sees it once: the tag is the notification's.
 */
export async function pushToBrowsers(engine: Engine, push: PushSender, delivery: Delivery): Promise<SendOutcome> {
  const { notification, user, title, message, link } = delivery;
  const body = message.length > longestText ? `${message.slice(0, longestText - 1)}…` : message;
  const text = JSON.stringify({ title, body, link, tag: notification });
  let isSent = false;
  let failure: SendOutcome = { ok: false, isFinal: true, reason: 'no browser of the account takes part' };
  for (const { id, ...target } of await findSubscriptions(engine.db, user)) {
    const outcome = await push
      .send(target, { text, topic: notification })
      .catch((error: unknown): SendOutcome => ({ ok: false, isFinal: false, reason: String(error) }));
    if (outcome.ok) isSent = true;
    else if (outcome.isFinal) await deleteSubscription(engine.db, id);
    else failure = outcome;
  }
  // A browser whose service is away makes the whole be tried again.
  return isSent && failure.isFinal ? { ok: true } : failure;
}
