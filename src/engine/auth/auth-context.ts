import type { AuthOptions, Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { forbidden, notFound, unauthorized } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestContext } from '../http/route.ts';

export type AuthCollection = Collection & { auth: AuthOptions };

/** The auth collection of a call's path; 404 when there is none. */
export function authCollectionOf(engine: Engine, request: RequestContext): AuthCollection {
  const collection = engine.collections.find(request.params.collection ?? '');
  if (!collection) throw notFound('Missing or invalid collection context.');
  if (!isAuthCollection(collection)) throw notFound('Missing or invalid auth collection context.');
  return collection;
}

/** True for a collection of accounts. */
export function isAuthCollection(collection: Collection): collection is AuthCollection {
  return collection.auth !== null;
}

/**
 * Who is signed in to the auth collection of a call's path; 404 for a missing collection, 401 for guests, 403 for accounts of another
 * collection.
 */
export function requireOwnAuth(
  engine: Engine,
  request: RequestContext,
): { collection: AuthCollection; auth: AuthRecord } {
  const collection = engine.collections.find(request.params.collection ?? '');
  if (!collection) throw notFound('Missing or invalid collection context.');
  const { auth } = request;
  if (!auth) throw unauthorized();
  if (auth.collectionId !== collection.id) {
    throw forbidden(`The request requires auth record from ${auth.collectionName} collection.`);
  }
  return { collection: authCollectionOf(engine, request), auth };
}
