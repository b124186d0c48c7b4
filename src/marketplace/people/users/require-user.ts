import { type AuthCollection, isAuthCollection } from '#engine/auth/auth-context.ts';
import type { Engine } from '#engine/engine.ts';
import { forbidden, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';

/** Who asks, when that is a person of the product: 401 for guests, 403 for superusers and accounts of other collections. */
export function requireUser(auth: AuthRecord | null): AuthRecord {
  if (!auth) throw unauthorized();
  if (auth.collectionName !== 'users') throw forbidden();
  return auth;
}

/** As requireUser, with the collection of accounts. */
export function requireUserAccount(
  engine: Engine,
  auth: AuthRecord | null,
): { user: AuthRecord; collection: AuthCollection } {
  return accountOf(engine, requireUser(auth));
}

/** As requireUserAccount, for superusers, too: what everybody with an account has. */
export function requireAccount(
  engine: Engine,
  auth: AuthRecord | null,
): { user: AuthRecord; collection: AuthCollection } {
  return accountOf(engine, auth?.isSuperuser ? auth : requireUser(auth));
}

/** The accounts of the product's people. */
export function usersOf(engine: Engine): AuthCollection {
  const collection = engine.collections.get('users');
  if (!isAuthCollection(collection)) throw new Error('users is no collection of accounts.');
  return collection;
}

function accountOf(engine: Engine, user: AuthRecord): { user: AuthRecord; collection: AuthCollection } {
  const collection = engine.collections.get(user.collectionId);
  if (!isAuthCollection(collection)) throw forbidden();
  return { user, collection };
}
