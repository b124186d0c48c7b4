import type { Engine } from '../engine.ts';
import { notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { collectionJson } from './collection-json.ts';

/** GET /api/collections/:collection (wire contract, section 13): 200 with the collection. */
export function viewCollectionRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections/:collection',
    async handle(request) {
      requireSuperuser(request);
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound();
      return { status: 200, body: collectionJson(collection) };
    },
  };
}
