import type { Queryable } from '#engine/database/database.ts';
import { listWaiting } from './account-changes.store.ts';

/** The changes of accounts that wait for a second word, the oldest first. */
export function findWaitingChanges(db: Queryable): ReturnType<typeof listWaiting> {
  return listWaiting(db);
}
