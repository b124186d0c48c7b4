import type { Collection } from '../collections/collection.ts';
import { defaultCollectionId } from '../collections/define-collection.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { wireDate } from '../wire-date.ts';
import { changeCollections, storeCollection } from './change-collections.ts';
import { collectionJson } from './collection-json.ts';
import { completeCollection } from './complete-collection.ts';
import { newCollection } from './new-collection.ts';
import { buildIndex, parseIndex } from './parse-index.ts';
import { readCollection } from './read-collection.ts';
import { readSettings } from './read-settings.ts';

const refusal = 'Failed to create collection.';
const malformed = 'Failed to load the collection type data due to invalid formatting.';

/** POST /api/collections (wire contract, section 13): 200 with the collection. */
export function createCollectionRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections',
    async handle(request) {
      requireSuperuser(request);
      const fields = await readSettings(request, malformed);
      return { status: 200, body: collectionJson(await createCollection(engine, fields)) };
    },
  };
}

/** Makes a collection with its table from submitted settings. Throws 400 with what is wrong with them. */
export async function createCollection(engine: Engine, input: Record<string, unknown>): Promise<Collection> {
  const collection = newCollectionFrom(engine, input);
  return changeCollections(engine, refusal, (tx, all) => {
    const named = hasOwnId(input) ? collection : withFreeId(collection, all);
    return storeCollection(engine, tx, { collection: named, original: null, all }, refusal);
  });
}

/** A collection as submitted settings describe it, with today's date, not stored yet. Throws 400 for the wrong types. */
export function newCollectionFrom(engine: Engine, input: Record<string, unknown>): Collection {
  const now = wireDate(engine.clock.nowMs());
  const { type, name } = input;
  if (!isTextOrNothing(type) || !isTextOrNothing(name)) throw badRequest(malformed);
  const scaffold = newCollection(type, name ?? '');
  const { id, ...rest } = input;
  const named = id === '' ? rest : input;
  const settings = type === '' ? { ...named, type: null } : named;
  return { ...completeCollection(readCollection(scaffold, settings)), created: now, updated: now };
}

function isTextOrNothing(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

/** True when submitted settings choose the id of a new collection. */
export function hasOwnId({ id }: Record<string, unknown>): boolean {
  return typeof id === 'string' && id !== '';
}

/**
 * The collection with an id that is free: the default one may belong to a collection that was renamed. The names of its own indexes
 * carry the id and follow it.
 */
export function withFreeId(collection: Collection, all: readonly Collection[]): Collection {
  const base = defaultCollectionId(collection.type, collection.name);
  let id = base;
  for (let count = 2; all.some((other) => other.id === id); count++) id = `${base}${count}`;
  if (id === collection.id) return collection;
  const indexes = collection.indexes.map((text) => {
    const index = parseIndex(text);
    const indexName = index.indexName.replaceAll(collection.id, id);
    return indexName === index.indexName ? text : buildIndex({ ...index, indexName });
  });
  return { ...collection, id, indexes };
}
