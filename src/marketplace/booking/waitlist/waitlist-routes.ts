import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { Gap, GapsAnswer, WaitingAnswer } from '#wire/waitlist.ts';
import { requireUserAccount } from '../../people/users/require-user.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { countWaiting, findGivenBack } from './waitlist.store.ts';

/** What the waitlist answers besides its records. */
export function waitlistRoutes(engine: Engine): Route[] {
  return [waitingRoute(engine), gapsRoute(engine)];
}

/** GET /api/marketplace/gaps: times of the next days that were called off late and that the signed-in learner could book now (domain rule 6). */
function gapsRoute(engine: Engine): Route<GapsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/gaps',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const found = await findGivenBack(engine.db, user.id, engine.clock.nowMs());
      const items = found.map(
        ({ startMs, durationMinutes, ...rest }): Gap => ({
          ...rest,
          start: isoInstant(startMs),
          end: isoInstant(startMs + durationMinutes * 60_000),
          durationMinutes,
        }),
      );
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: { items } };
    },
  };
}

/** GET /api/marketplace/waiting: how many learners wait for the signed-in instructor, and for anybody like them. 404 without an offer. */
function waitingRoute(engine: Engine): Route<WaitingAnswer> {
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
