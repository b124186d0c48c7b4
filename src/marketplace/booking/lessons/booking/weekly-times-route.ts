import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { mostWeeks } from '#rules/lessons/weekly-series.ts';
import type { WeeklyAnswer } from '#wire/booking.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { findOffer } from '../../../teaching/availability/find-offer.ts';
import { readWantedTime } from '../../../teaching/availability/read-wanted-time.ts';
import { refuseBooking } from './refuse-booking.ts';
import { listWeeks } from './series.store.ts';

/**
 * `GET /api/marketplace/weekly?instructor=&start=&durationMinutes=&lesson=`: the time and the same of the next four weeks, each with its own price and,
 * where it can't be had, the code and sentence that booking it would be refused with; `lesson` is a held one that would be given up. For guests, too.
 */
export function weeklyTimesRoute(engine: Engine): Route<WeeklyAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/weekly',
    async handle({ auth, query }) {
      const errors: ErrorData = {};
      const wanted = readWantedTime(query, errors);
      if (!wanted) throw badRequest('Invalid request.', errors);
      const { instructor, startMs, durationMinutes } = wanted;
      if (!(await findOffer(engine.db, instructor))) throw notFound();
      const learner = auth?.collectionName === 'users' ? auth.id : '';
      const of = {
        instructor,
        learner,
        start: isoInstant(startMs),
        minutes: durationMinutes,
        weeks: mostWeeks,
        leave: query.lesson ?? '',
      };
      const rows = await listWeeks(engine.db, of, engine.clock.nowMs());
      const items = rows.map(({ week, start, end, priceCents, refusal }) => ({
        week,
        start: isoInstant(start.getTime()),
        end: isoInstant(end.getTime()),
        priceCents,
        refusal,
        reason: refusal === '' ? '' : refuseBooking(refusal).message,
      }));
      const body: WeeklyAnswer = { items };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}
