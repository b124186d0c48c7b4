import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { idAlphabet } from '../random.ts';
import { collectionJson } from './collection-json.ts';
import { newCollection } from './new-collection.ts';

/** GET /api/collections/meta/scaffolds (wire contract, section 13): what a new collection of each type starts with. */
export function showScaffoldsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections/meta/scaffolds',
    async handle(request) {
      requireSuperuser(request);
      const suffix = engine.random.text(10, idAlphabet);
      const scaffold = (type: string) => collectionJson(withoutId(newCollection(type, ''), suffix));
      return { status: 200, body: { auth: scaffold('auth'), base: scaffold('base'), view: scaffold('view') } };
    },
  };
}

// The names of the indexes would end in the id, so they get a random end in its place.
function withoutId(collection: Collection, suffix: string): Collection {
  const indexes = collection.indexes.map((text) => text.replaceAll(collection.id, suffix));
  return { ...collection, id: '', indexes };
}
