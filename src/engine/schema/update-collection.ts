import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { badRequest, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { type Random, tokenAlphabet } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import { changeCollections, storeCollection } from './change-collections.ts';
import { changeManagedCollection } from './change-managed-collection.ts';
import { collectionJson } from './collection-json.ts';
import { completeCollection } from './complete-collection.ts';
import { invalidFormatting } from './merge-settings.ts';
import { readCollection } from './read-collection.ts';
import { readSettings } from './read-settings.ts';

const refusal = 'Failed to update collection.';
/** The reference looks a submitted id up, and finds none. */
const unknownId = 'failed to retrieve old cached collection: sql: no rows in result set.';

/** PATCH /api/collections/:collection (wire contract, section 13): 200 with the collection. */
export function updateCollectionRoute(engine: Engine): Route {
  return {
    method: 'PATCH',
    path: '/api/collections/:collection',
    async handle(request) {
      requireSuperuser(request);
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound();
      const fields = await readSettings(request, invalidFormatting().message);
      return { status: 200, body: collectionJson(await updateCollection(engine, collection.id, fields)) };
    },
  };
}

/**
 * Merges submitted settings over a collection and changes its table; of a collection that is described in code only its options change.
 * Throws 400 with what is wrong with them.
 */
export function updateCollection(engine: Engine, id: string, input: Record<string, unknown>): Promise<Collection> {
  return changeCollections(engine, refusal, async (tx, all) => {
    const original = all.find((collection) => collection.id === id);
    if (!original) throw notFound();
    if (typeof input.id === 'string' && input.id !== id) throw badRequest(`${refusal} Raw error: \n${unknownId}`);
    if (original.managed) return changeManagedCollection(engine, tx, { original, input, all }, refusal);
    // An empty type is none that was sent, as where a collection is made.
    const settings = input.type === '' ? { ...input, type: null } : input;
    const collection = finishCollection(engine, readCollection(original, settings), original);
    return storeCollection(engine, tx, { collection, original, all }, refusal);
  });
}

/** A merged collection, completed and with a new date. A changed `authRule` gets a new secret, which ends all sessions. */
export function finishCollection(engine: Engine, merged: Collection, original: Collection): Collection {
  const collection = { ...completeCollection(merged), updated: wireDate(engine.clock.nowMs()) };
  return original.auth ? withSecretForRule(engine.random, collection, original) : collection;
}

function withSecretForRule(random: Random, collection: Collection, original: Collection): Collection {
  // As in the reference, closing an open collection to sign-ins, or opening a closed one, is no other rule: its sessions end when they are renewed.
  if (!collection.auth || (collection.auth.authRule ?? '') === (original.auth?.authRule ?? '')) return collection;
  const authToken = { ...collection.auth.authToken, secret: random.text(50, tokenAlphabet) };
  return { ...collection, auth: { ...collection.auth, authToken } };
}
