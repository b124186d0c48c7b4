import type { Collection } from '#engine/collections/collection.ts';
import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { buildOpenApi } from './build-openapi.ts';

/** `GET /api/openapi.json`: all of /api/marketplace and the record calls of the product's own collections, for machines. */
export function openApiRoute(engine: Engine): Route {
  // It takes longer than most calls, and anybody may ask. A collection that was changed is another object.
  let known: { collections: readonly Collection[]; body: unknown } | undefined;
  return {
    method: 'GET',
    path: '/api/openapi.json',
    async handle() {
      const collections = engine.collections.all().filter(({ managed, system }) => managed && !system);
      if (!known || !isSame(known.collections, collections)) {
        known = { collections, body: buildOpenApi(collections, engine.publicUrl) };
      }
      return { status: 200, body: known.body };
    },
  };
}

function isSame(before: readonly Collection[], now: readonly Collection[]): boolean {
  return before.length === now.length && before.every((collection, place) => collection === now[place]);
}
