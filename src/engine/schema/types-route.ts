import type { Engine } from '../engine.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { writeTypes } from './write-types.ts';

/** GET /api/types.ts, for superusers: TypeScript types of all collections. */
export function typesRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/types.ts',
    async handle(request) {
      requireSuperuser(request);
      const body = writeTypes(engine.collections.all());
      return { status: 200, body, headers: { 'content-type': 'text/plain; charset=utf-8' } };
    },
  };
}
