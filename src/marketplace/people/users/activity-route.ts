import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { ActivityAnswer } from '#wire/account.ts';
import { findActivity } from './activity.store.ts';
import { requireUser } from './require-user.ts';

/** `GET /api/marketplace/activity`: `{logins, daysActive, lessons}` of the signed-in account, counted; 401 for guests. */
export function activityRoute(engine: Engine): Route<ActivityAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/activity',
    async handle({ auth }) {
      const body = await findActivity(engine.db, requireUser(auth).id);
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}
