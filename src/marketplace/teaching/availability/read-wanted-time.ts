import type { ErrorData } from '#engine/http/api-error.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { parseAskedInstant } from '../../platform/reads/parse-instant.ts';

/** A time with an instructor: an epoch instant in milliseconds, and whole minutes. */
export type WantedTime = { instructor: string; startMs: number; durationMinutes: number };

/** Nobody offers a lesson beyond two days. */
const maxMinutes = 2880;

/** The time that `?instructor&start&durationMinutes` asks about; undefined when it is none, and `errors` then has a code at each wrong parameter. */
export function readWantedTime(query: RequestContext['query'], errors: ErrorData): WantedTime | undefined {
  const startMs = parseAskedInstant(query.start);
  const durationMinutes = Number(query.durationMinutes ?? '');
  if (!query.instructor) errors.instructor = { code: 'validation_required', message: 'Cannot be blank.' };
  if (startMs === undefined) {
    errors.start = { code: 'validation_invalid_value', message: 'Must be a time such as 2026-12-05T02:00:00Z.' };
  }
  if (!Number.isInteger(durationMinutes) || durationMinutes <= 0 || durationMinutes > maxMinutes) {
    errors.durationMinutes = { code: 'validation_invalid_value', message: 'Must be a number of minutes.' };
  }
  if (!query.instructor || startMs === undefined || errors.durationMinutes) return undefined;
  return { instructor: query.instructor, startMs, durationMinutes };
}
