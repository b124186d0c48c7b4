import type { Queryable } from '#engine/database/database.ts';
import { findOwner } from './calendar-address.store.ts';

/** Whose calendar the secret of an address opens; undefined for an address that ended, and for accounts that are suspended or closed. */
export function findAddressOwner(db: Queryable, token: string): Promise<string | undefined> {
  return findOwner(db, token);
}
