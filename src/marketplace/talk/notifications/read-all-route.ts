import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { NotificationsReadAnswer } from '#wire/notifications.ts';
import { readAllNotifications, readLinkedNotifications } from './notifications.store.ts';

/**
 * POST /api/marketplace/notifications/read: marks all of one's own notifications as read, or with `link` those that lead there, and
 * answers how many were not.
 */
export function readAllRoute(engine: Engine): Route<NotificationsReadAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/notifications/read',
    async handle({ auth, body }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const { link } = (await body()).fields;
      const nowMs = engine.clock.nowMs();
      const rows =
        typeof link === 'string' && link !== ''
          ? await readLinkedNotifications(engine.db, { user: auth.id, link, nowMs })
          : await readAllNotifications(engine.db, auth.id, nowMs);
      const collection = engine.collections.get('notifications');
      for (const row of rows) {
        engine.realtime.publish({ collection, row, action: 'update' });
      }
      return { status: 200, body: { marked: rows.length } };
    },
  };
}
