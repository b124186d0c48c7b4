import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { buildOpenApi } from './build-openapi.ts';

/** `GET /api/openapi.json`: all of /api/marketplace and the record calls of the product's own collections, for machines. */
export function openApiRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/openapi.json',
    async handle() {
      const collections = engine.collections.all().filter(({ managed, system }) => managed && !system);
      return { status: 200, body: buildOpenApi(collections, engine.publicUrl) };
    },
  };
}
