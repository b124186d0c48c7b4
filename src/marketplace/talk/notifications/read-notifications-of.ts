import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { readLinkedNotifications } from './notifications.store.ts';

/** Marks what led an account to a page as read, once it is there; answers the rows that were not read before. */
export function readNotificationsOf(engine: Engine, user: string, link: string): Promise<Row[]> {
  return readLinkedNotifications(engine.db, { user, link, nowMs: engine.clock.nowMs() });
}
