import type { Queryable } from '../database/database.ts';
import type { RecordEvent } from './record-hooks.ts';
import { lockRow } from './record-store.ts';

/**
 * What a change of an auth record makes void, in the same transaction (wire contract, section 3): a new token key its codes and sessions, a
 * new password its half-finished sign-ins and known devices.
 */
export async function forgetAuth(tx: Queryable, { collection, record, original }: RecordEvent): Promise<void> {
  if (collection.type !== 'auth' || !original) return;
  const parameters = [collection.id, record.id];
  if (record.tokenKey !== original.tokenKey) {
    await tx.query('delete from _otps where "collectionRef" = $1 and "recordRef" = $2', parameters);
    await tx.query('delete from _sessions where "collectionRef" = $1 and "recordRef" = $2', parameters);
  }
  if (record.password !== original.password) {
    await tx.query('delete from _mfas where "collectionRef" = $1 and "recordRef" = $2', parameters);
    await tx.query('delete from "_authOrigins" where "collectionRef" = $1 and "recordRef" = $2', parameters);
  }
}

/**
 * A first verification ends the accounts of other providers that somebody linked before the address was proved. True when there were any:
 * then nobody may stay signed in either.
 */
export async function forgetLinks(tx: Queryable, { collection, record, original }: RecordEvent): Promise<boolean> {
  if (collection.type !== 'auth' || record.verified !== true || original?.verified !== false) return false;
  // Before its links: signing in with a provider takes both, too. What was linked after another proof stays.
  if ((await lockRow(tx, collection, record.id))?.verified !== false) return false;
  const links = await tx.query(
    'delete from "_externalAuths" where "collectionRef" = $1 and "recordRef" = $2 returning id',
    [collection.id, record.id],
  );
  return links.length > 0;
}
