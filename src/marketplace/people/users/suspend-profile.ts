import type { Queryable } from '#engine/database/database.ts';
import { suspendInstructor } from './users.store.ts';

/** Takes the profile of an account out of the search, as its suspension does. */
export function suspendProfile(db: Queryable, user: string): Promise<void> {
  return suspendInstructor(db, user);
}
