import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound, refuseCall } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { quoteLesson, totalCents } from '#rules/lessons/quote-lesson.ts';
import type { QuoteAnswer } from '#wire/booking.ts';
import { findPolicyAt } from '../../../platform/policies/find-policy.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { findOffer } from '../../../teaching/availability/find-offer.ts';
import { readWantedTime, type WantedTime } from '../../../teaching/availability/read-wanted-time.ts';
import { quotePackage } from '../../packages/quote-package.ts';

/** GET /api/marketplace/quote (docs/api.md): the lines that will be charged and what cancelling gives back; with `package`, in minutes of it. */
export function quoteLessonRoute(engine: Engine): Route<QuoteAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/quote',
    async handle(request) {
      const { instructor, startMs, durationMinutes } = parseQuestion(request);
      const nowMs = engine.clock.nowMs();
      const [offer, policy] = await Promise.all([findOffer(engine.db, instructor), findPolicyAt(engine.db, nowMs)]);
      if (!offer) throw notFound();
      if (!offer.lessonMinutes.includes(durationMinutes)) {
        const message = 'This instructor doesn’t offer that length.';
        throw refuseCall('durationMinutes', 'length_not_offered', message);
      }
      const { auth, query } = request;
      const wanted = { learner: auth?.id ?? '', instructor, startMs, durationMinutes, nowMs };
      const lines = query.package
        ? await quotePackage(engine, query.package, wanted)
        : quoteLesson(offer, startMs, durationMinutes);
      const { cancellationHours } = offer;
      const terms = cancellationTerms({ startMs, cancellationHours, bookedMs: nowMs }, policy.values);
      const cancellation = terms.map((term) => ({
        untilISO: isoInstant(term.untilMs),
        refundPercent: term.refundPercent,
      }));
      const body: QuoteAnswer = { lines, totalCents: totalCents(lines), cancellation };
      return { status: 200, body };
    },
  };
}

function parseQuestion({ query }: RequestContext): WantedTime {
  const errors: ErrorData = {};
  const wanted = readWantedTime(query, errors);
  if (!wanted) throw badRequest('Invalid request.', errors);
  return wanted;
}
