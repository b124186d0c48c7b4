import type { Engine } from '#engine/engine.ts';
import { badRequest, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { requireUser } from '../../people/users/require-user.ts';
import { limitReads } from './limit-reads.ts';
import { takeOne } from './outside-calendars.store.ts';
import { betweenReadsMs, readCalendarJob } from './queue-calendar-reads.ts';

/**
 * `POST /api/marketplace/outside-calendars/:id/read`: reads a calendar soon instead of when it is due. For its instructor, else 404; 400 while
 * their profile is a draft; 429 after twenty times in an hour, in which a calendar that is added counts, too. What comes of it is in the record (`triedAt`, `problem`).
 */
export function readCalendarNowRoute(engine: Engine): Route<never> {
  return {
    method: 'POST',
    path: '/api/marketplace/outside-calendars/:id/read',
    async handle({ auth, params }) {
      const user = requireUser(auth).id;
      const id = params.id ?? '';
      await limitReads(engine, user);
      const nextMs = engine.clock.nowMs() + betweenReadsMs;
      const isTaken = await engine.db.transaction(async (tx) => {
        const isRead = await takeOne(tx, { id, user, nextMs });
        if (isRead) await engine.jobs.add(tx, readCalendarJob, { calendar: id });
        return isRead;
      });
      if (isTaken === undefined) throw notFound();
      if (!isTaken) throw badRequest('It is read once you have sent in your profile.');
      return { status: 204 };
    },
  };
}
