import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { countWaiting } from './waitlist.store.ts';

/** GET /api/marketplace/waiting: how many learners wait for the signed-in instructor, and for anybody like them. 404 without an offer. */
export function waitingRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/waiting',
    async handle({ auth }) {
      if (!auth) throw unauthorized();
      const counts = await countWaiting(engine.db, auth.id);
      if (!counts) throw notFound();
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: counts };
    },
  };
}
