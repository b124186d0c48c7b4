import type { Queryable } from '#engine/database/database.ts';
import { findProvedAddresses } from './users.store.ts';

/** Which of these addresses, in small letters, are proved to be their account's own: what the product tells them is not counted (receiver-bounds.ts). */
export function findProved(db: Queryable, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  return findProvedAddresses(db, addresses);
}
