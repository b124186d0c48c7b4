import type { Engine } from '#engine/engine.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { isOnlyAdmin } from '../../platform/rights/held-role.ts';
import { findDue, lockChange } from './account-changes.store.ts';
import { confirmBySystem } from './confirm-change.ts';
import { endBySystem } from './end-change.ts';
import { sweepLocks } from './lock-account.ts';

/**
 * What is due of changes of accounts: what the only administrator asks for of staff takes effect after a day, where they still are the only one, what nobody
 * confirmed lapses, and locks end.
 */
export async function sweepAccountChanges(engine: Engine, nowMs: number): Promise<void> {
  for (const { id, isOver } of await findDue(engine.db, nowMs)) {
    if (isOver || !(await takeEffect(engine, id))) await endBySystem(engine, id, 'lapsed');
  }
  await sweepLocks(engine, nowMs);
}

/** True when it took effect, or waits on for another administrator's word. */
async function takeEffect(engine: Engine, id: string): Promise<boolean> {
  const change = await lockChange(engine.db, id);
  if (!change || !(await isOnlyAdmin(engine.db, change.starter, change.createdMs))) return true;
  try {
    await confirmBySystem(engine, { id, way: 'time' });
    return true;
  } catch (error) {
    // The account is another one by now: nothing is left to wait for.
    if (error instanceof ApiError && error.status === 400) return false;
    throw error;
  }
}
