import type { Queryable } from '#engine/database/database.ts';
import { clearRightsFrom, setRightsFrom } from './staff.store.ts';

/** How long an account opens no rights of staff after a change of what opens it that its mailbox, or somebody else, was enough for. */
const rightsWaitMs = 72 * 3_600_000;

/** Lets the rights of an account's role wait, from when such a change was made (epoch milliseconds). */
export function letRightsWait(tx: Queryable, user: string, changedMs: number): Promise<void> {
  return setRightsFrom(tx, user, changedMs + rightsWaitMs);
}

/** Ends the waiting; false when nothing waits. */
export function endRightsWait(tx: Queryable, user: string, nowMs: number): Promise<boolean> {
  return clearRightsFrom(tx, user, nowMs);
}
