import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { readAllNotifications } from './notifications.store.ts';

/** POST /api/marketplace/notifications/read: marks all of one's own notifications as read and answers how many were not. */
export function readAllRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/notifications/read',
    async handle({ auth }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const rows = await readAllNotifications(engine.db, auth.id, engine.clock.nowMs());
      const collection = engine.collections.get('notifications');
      for (const row of rows) {
        engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' });
      }
      return { status: 200, body: { marked: rows.length } };
    },
  };
}
