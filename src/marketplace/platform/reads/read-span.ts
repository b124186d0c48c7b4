import { badRequest, type FieldError } from '#engine/http/api-error.ts';
import { dayMs } from '#rules/time/durations.ts';
import { dateText, instantOf, type LocalDay, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { mayBeAsked, parseAskedInstant } from './parse-instant.ts';

/** A stretch of time, its end not included, in epoch milliseconds. */
export type Span = { fromMs: number; toMs: number };

const longestDays = 1100;

/**
 * `from` and `to` of a read's query: instants, or local dates for the midnight at their start; without them the local month of `nowMs`.
 * Throws 400 with a code at the parameter for nonsense, for a year before 2000 or after 2200, for an end that is not after the start, and for more than 1,100 days.
 */
export function readSpan(query: Record<string, string>, { zone, nowMs }: { zone: string; nowMs: number }): Span {
  const month = localMonth(zone, localDayOf(zone, nowMs));
  const read = (name: 'from' | 'to', without: number) => (query[name] ? instantIn(query[name], zone) : without);
  const fromMs = read('from', month.fromMs);
  if (fromMs === undefined) throw refuse('from', invalid);
  const toMs = read('to', Math.max(month.toMs, fromMs + dayMs));
  if (toMs === undefined) throw refuse('to', invalid);
  if (toMs <= fromMs) throw refuse('to', { code: 'validation_invalid_value', message: 'Must be after from.' });
  if (toMs - fromMs > longestDays * dayMs) {
    throw refuse('to', { code: 'span_too_long', message: `Must be at most ${longestDays} days after from.` });
  }
  return { fromMs, toMs };
}

/** One end of a span of a query, where it may be open: null when nothing is said. Throws 400 with a code at the parameter for nonsense, and for a year before 2000 or after 2200. */
export function readEnd(query: Record<string, string>, name: 'from' | 'to', zone: string): number | null {
  const text = query[name];
  if (!text) return null;
  const ms = instantIn(text, zone);
  if (ms === undefined) throw refuse(name, invalid);
  return ms;
}

/** The instants at which the local month of a date begins and ends. */
export function localMonth(zone: string, day: LocalDay): Span {
  // From its end: a year above 9999 has more digits.
  const dayOfMonth = (of: LocalDay) => Number(dateText(of).slice(-2));
  const first = day - (dayOfMonth(day) - 1);
  let next = first + 28;
  while (dayOfMonth(next) !== 1) next++;
  return { fromMs: instantOf(zone, first, 0), toMs: instantOf(zone, next, 0) };
}

const invalid: FieldError = {
  code: 'validation_invalid_value',
  message: 'Must be a time such as 2026-12-01T00:00:00Z or a date such as 2026-12-01, in the years 2000 to 2200.',
};

function instantIn(text: string, zone: string): number | undefined {
  const day = parseDate(text);
  if (day === undefined) return parseAskedInstant(text);
  const instantMs = instantOf(zone, day, 0);
  return mayBeAsked(instantMs) ? instantMs : undefined;
}

function refuse(name: string, error: FieldError) {
  return badRequest('Something went wrong while processing your request.', { [name]: error });
}
