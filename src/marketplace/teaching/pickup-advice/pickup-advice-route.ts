import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { PickupAdviceAnswer } from '#wire/pickup-advice.ts';
import { parseAskedInstant } from '../../platform/reads/parse-instant.ts';
import { readAdvice } from './read-advice.ts';

const longestMinutes = 2880;

/**
 * `GET /api/marketplace/pickup-advice?postalCode=&start=&durationMinutes=`: where to meet and where one may not stop around a postal code; with a start only
 * what holds during the lesson. Public, as who books is told before signing in.
 */
export function pickupAdviceRoute(engine: Engine): Route<PickupAdviceAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/pickup-advice',
    async handle({ query }) {
      const items = await readAdvice(engine.db, query.postalCode ?? '', spanIn(query));
      return { status: 200, body: { items } satisfies PickupAdviceAnswer };
    },
  };
}

function spanIn({ start, durationMinutes }: Record<string, string>) {
  if (!start) return undefined;
  const errors: ErrorData = {};
  const startMs = parseAskedInstant(start);
  const minutes = Number(durationMinutes || 60);
  if (startMs === undefined)
    errors.start = { code: 'validation_invalid_value', message: 'Must be an instant with a zone.' };
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > longestMinutes) {
    const message = `Must be a whole number from 1 to ${longestMinutes}.`;
    errors.durationMinutes = { code: 'validation_invalid_value', message };
  }
  if (startMs === undefined || Object.keys(errors).length > 0) throw badRequest('Invalid request.', errors);
  return { startMs, endMs: startMs + minutes * 60_000 };
}
