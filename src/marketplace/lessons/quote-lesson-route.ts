import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { quoteLesson, totalCents } from '#rules/lessons/quote-lesson.ts';
import { findOffer } from '../availability/find-offer.ts';
import { isoInstant, parseInstant } from '../availability/parse-instant.ts';

/** GET /api/marketplace/quote (api.md, Diary): the lines that will be charged and what cancelling gives back. */
export function quoteLessonRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/quote',
    async handle(request) {
      const { instructor, startMs, durationMinutes } = parseQuestion(request);
      const offer = await findOffer(engine.db, instructor);
      if (!offer) throw notFound();
      if (!offer.lessonMinutes.includes(durationMinutes)) {
        const message = 'This instructor doesn’t offer that length.';
        throw badRequest('Invalid request.', { durationMinutes: { code: 'length_not_offered', message } });
      }
      const lines = quoteLesson(offer, startMs, durationMinutes);
      const { cancellationHours } = offer;
      const terms = cancellationTerms({ startMs, cancellationHours, bookedMs: engine.clock.nowMs() });
      const cancellation = terms.map((term) => ({
        untilISO: isoInstant(term.untilMs),
        refundPercent: term.refundPercent,
      }));
      return { status: 200, body: { lines, totalCents: totalCents(lines), cancellation } };
    },
  };
}

function parseQuestion({ query }: RequestContext): { instructor: string; startMs: number; durationMinutes: number } {
  const errors: ErrorData = {};
  const startMs = parseInstant(query.start);
  const durationMinutes = Number(query.durationMinutes ?? '');
  if (!query.instructor) errors.instructor = { code: 'validation_required', message: 'Cannot be blank.' };
  if (startMs === undefined) {
    errors.start = { code: 'validation_invalid_value', message: 'Must be a time such as 2026-12-05T02:00:00Z.' };
  }
  if (!Number.isInteger(durationMinutes) || durationMinutes <= 0) {
    errors.durationMinutes = { code: 'validation_invalid_value', message: 'Must be a number of minutes.' };
  }
  if (query.package) errors.package = { code: 'validation_invalid_value', message: 'There is no such package.' };
  if (Object.keys(errors).length > 0 || startMs === undefined) throw badRequest('Invalid request.', errors);
  return { instructor: query.instructor ?? '', startMs, durationMinutes };
}
