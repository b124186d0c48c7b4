import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import type { AlternativesAnswer } from '#wire/booking.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findLearnerAsking } from '../../teaching/availability/find-learner-times.ts';
import { readWantedTime } from '../../teaching/availability/read-wanted-time.ts';
import { findAlternatives, type OfferedSlot, type OtherTime, type Wish } from './find-alternatives.ts';
import type { OfferMemory } from './offer-memory.ts';

/**
 * `GET /api/marketplace/alternatives?instructor=&start=&durationMinutes=`: what comes nearest to a time that cannot be had, by time, by area and by
 * instructor. Guests may ask; a learner is shown only times that they can book. 400 with a code at the parameter, 404 for nobody who is listed.
 */
export function alternativesRoute(engine: Engine, memory: OfferMemory): Route<AlternativesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/alternatives',
    async handle({ auth, query }) {
      const wish = readWish(query);
      const nowMs = engine.clock.nowMs();
      const [{ list }, learner] = await Promise.all([memory.current(), findLearnerAsking(engine, auth)]);
      const found = findAlternatives({ list, wish, learner, nowMs });
      if (!found) throw notFound();
      const body: AlternativesAnswer = {
        sameInstructor: found.sameInstructor.map(slotOf),
        sameTime: found.sameTime.map(itemOf),
        nearby: found.nearby.map(itemOf),
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

function readWish(query: RequestContext['query']): Wish {
  const errors: ErrorData = {};
  const wish = readWantedTime(query, errors);
  if (!wish) throw badRequest('Invalid request.', errors);
  return wish;
}

function slotOf({ startMs, endMs, priceCents }: OfferedSlot) {
  return { start: isoInstant(startMs), end: isoInstant(endMs), priceCents };
}

function itemOf({ instructor: { row }, slot, area, km }: OtherTime) {
  const { id, name, licenceClasses, timezone } = row;
  return { instructor: { id, name, licenceClasses, timezone }, area, km, ...slotOf(slot) };
}
