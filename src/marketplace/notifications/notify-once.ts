import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { insertNotifications, type NewNotification } from './notifications.store.ts';

/** Writes notifications to people in the caller's transaction, each key once, and tells their pages after the commit. */
export async function notifyOnce(
  engine: Engine,
  tx: Transaction,
  items: ReadonlyArray<Omit<NewNotification, 'id' | 'type'> & Partial<Pick<NewNotification, 'type'>>>,
): Promise<void> {
  const complete = items.map((item) => ({ type: 'user' as const, ...item, id: newId(engine.random) }));
  const rows = await insertNotifications(tx, complete, engine.clock.nowMs());
  const collection = engine.collections.get('notifications');
  tx.afterCommit(() => {
    for (const row of rows) {
      engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'create' });
    }
  });
}
