import type { Collection } from '../collections/collection.ts';
import type { AuthRecord } from '../http/auth-record.ts';

/**
 * Whether a collection is none of the business of whoever looks through somebody else's account: how its owner signs in, and what reaches them besides.
 * By whatever way it is asked for: itself, by a relation, in a filter, on a stream.
 */
export function isKeptFrom(
  auth: AuthRecord | null,
  { system, isKeptFromLookers }: Pick<Collection, 'system' | 'isKeptFromLookers'>,
): boolean {
  return auth !== null && auth.actor !== '' && (system || isKeptFromLookers === true);
}
