import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { planDeliveries, type Telling } from '#rules/notifications/plan-deliveries.ts';
import { categoryOf } from '#rules/notifications/preferences.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { findReceivers, insertDeliveries, type Receiver } from './deliveries.store.ts';
import { insertNotifications, type NewNotification } from './notifications.store.ts';

type Words = Pick<NewNotification, 'title' | 'message'>;

/**
 * A notification, its words in a language, and how it may leave the product: by its type's category, and by mail only where that is
 * wanted, unless told.
 */
export type ToNotify = Omit<NewNotification, 'id' | 'type' | keyof Words> &
  Partial<Pick<NewNotification, 'type'>> &
  Partial<Telling> & { write: (language: string) => Words };

/**
 * Writes notifications to people in the caller's transaction, each in its receiver's language and each key once, tells their pages
 * after the commit, and writes down what else goes out by the channels that each chose.
 */
export async function notifyOnce(engine: Engine, tx: Transaction, all: readonly ToNotify[]): Promise<void> {
  // An own learner without an account is told by their instructor.
  const items = all.filter(({ user }) => user !== '');
  if (items.length === 0) return;
  const nowMs = engine.clock.nowMs();
  const receivers = await findReceivers(tx, [...new Set(items.map(({ user }) => user))]);
  const complete = items.map(({ write, ...item }) => ({
    type: 'user' as const,
    ...item,
    ...write(receivers.get(item.user)?.language ?? ''),
    id: newId(engine.random),
  }));
  const rows = await insertNotifications(tx, complete, nowMs);
  const written = new Set(rows.map(({ id }) => id));
  const fresh = complete.filter(({ id }) => written.has(id));
  await writeDeliveries(tx, fresh, receivers, nowMs);
  const collection = engine.collections.get('notifications');
  tx.afterCommit(() => {
    for (const row of rows) {
      engine.realtime.publish({ collection, row, action: 'create' });
    }
  });
}

type Complete = NewNotification & Partial<Telling>;

async function writeDeliveries(
  tx: Transaction,
  items: readonly Complete[],
  receivers: ReadonlyMap<string, Receiver>,
  nowMs: number,
): Promise<void> {
  const deliveries = items.flatMap((item) => {
    const receiver = receivers.get(item.user);
    if (!receiver) return [];
    const category = item.category ?? categoryOf(item.type);
    const isRequired = item.isRequired ?? false;
    return planDeliveries({ ...item, category }, receiver.preferences, { nowMs, zone: platformZone }).map(
      (planned) => ({
        ...planned,
        notification: item.id,
        category,
        isRequired: isRequired && planned.channel === 'email',
      }),
    );
  });
  await insertDeliveries(tx, deliveries);
}
