import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { StandingAnswer } from '#wire/standing.ts';
import { requireUserAccount } from '../../people/users/require-user.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readInstructorStanding, readLearnerStanding } from './read-standing.ts';
import { findInstructorOf } from './reliability.store.ts';

/** GET /api/marketplace/standing: how the signed-in person stands as a learner, and as an instructor where they are one (domain rules 12 and 13). */
export function standingRoute(engine: Engine): Route<StandingAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/standing',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const nowMs = engine.clock.nowMs();
      const id = await findInstructorOf(engine.db, user.id);
      const [learner, instructor] = await Promise.all([
        readLearnerStanding(engine.db, user.id, nowMs),
        id === undefined ? null : readInstructorStanding(engine.db, id, nowMs),
      ]);
      const instant = (ms: number | null) => (ms === null ? null : isoInstant(ms));
      const body: StandingAnswer = {
        learner: { state: learner.state, count: learner.count, until: instant(learner.untilMs) },
        instructor: instructor && {
          state: instructor.state,
          count: instructor.count,
          warnedUntil: instant(instructor.warnedUntilMs),
          hiddenUntil: instant(instructor.hiddenUntilMs),
          appealUntil: instant(instructor.appealUntilMs),
        },
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}
