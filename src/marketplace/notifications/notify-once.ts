import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { planDeliveries, type Telling } from '#rules/notifications/plan-deliveries.ts';
import { categoryOf } from '#rules/notifications/preferences.ts';
import { quietZone } from '#rules/notifications/quiet-hours.ts';
import { findPreferences, insertDeliveries } from './deliveries.store.ts';
import { insertNotifications, type NewNotification } from './notifications.store.ts';

/** A notification and how it may leave the product: by its type's category, and by mail only where that is wanted, unless told. */
export type ToNotify = Omit<NewNotification, 'id' | 'type'> & Partial<Pick<NewNotification, 'type'>> & Partial<Telling>;

/**
 * Writes notifications to people in the caller's transaction, each key once, tells their pages after the commit, and writes down what
 * else goes out by the channels that each chose.
 */
export async function notifyOnce(engine: Engine, tx: Transaction, items: readonly ToNotify[]): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const complete = items.map((item) => ({ type: 'user' as const, ...item, id: newId(engine.random) }));
  const rows = await insertNotifications(tx, complete, nowMs);
  const written = new Set(rows.map(({ id }) => id));
  const fresh = complete.filter(({ id }) => written.has(id));
  await writeDeliveries(tx, fresh, nowMs);
  const collection = engine.collections.get('notifications');
  tx.afterCommit(() => {
    for (const row of rows) {
      engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'create' });
    }
  });
}

type Complete = ToNotify & Pick<NewNotification, 'id' | 'type'>;

async function writeDeliveries(tx: Transaction, items: readonly Complete[], nowMs: number): Promise<void> {
  if (items.length === 0) return;
  const chosen = await findPreferences(tx, [...new Set(items.map(({ user }) => user))]);
  const deliveries = items.flatMap((item) => {
    const preferences = chosen.get(item.user);
    if (!preferences) return [];
    const category = item.category ?? categoryOf(item.type);
    const isRequired = item.isRequired ?? false;
    return planDeliveries({ ...item, category }, preferences, { nowMs, zone: quietZone }).map((planned) => ({
      ...planned,
      notification: item.id,
      category,
      isRequired: isRequired && planned.channel === 'email',
    }));
  });
  await insertDeliveries(tx, deliveries);
}
