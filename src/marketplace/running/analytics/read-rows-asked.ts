import { badRequest } from '#engine/http/api-error.ts';
import { localDayOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { mayBeAsked } from '../../platform/reads/parse-instant.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { localMonth, type Span } from '../../platform/reads/read-span.ts';
import type { RowsAsked, SearchPart } from './question-rows.store.ts';

export const rowFigures = ['searches', 'fill', 'firstLesson', 'cancellations', 'leaving', 'cohort'] as const;

/** As an area: searches that named none. As an hour: searches that named none. */
export const [anywhere, anyTime] = ['anywhere', 'any'] as const;
const hours = [anyTime, ...Array.from({ length: 24 }, (_, hour) => String(hour))];
const monthsLater = Array.from({ length: 12 }, (_, later) => String(later));

/**
 * Which rows a query asks for: `figure`; of searches an `area` (or `anywhere`) and an `hour` of the day (0 to 23, or `any`); of a cohort its `month`
 * (`2026-11`) and how many months `later` its learners came, on days of the span. Throws 400 with a code at the parameter.
 */
export function readRowsAsked(query: Record<string, string>, span: Span): RowsAsked {
  const figure = readChoice(query, 'figure', rowFigures);
  if (!figure) throw refuse('figure', 'validation_required', `Must be one of ${rowFigures.join(', ')}.`);
  if (figure === 'searches') return { figure, ...readSearchPart(query) };
  if (figure === 'cohort') return { figure, ...readCohortPart(query, span) };
  return { figure };
}

function readSearchPart(query: Record<string, string>): SearchPart {
  const hour = readChoice(query, 'hour', hours);
  const area = query.area || null;
  return {
    area: area === anywhere ? '' : area,
    hour: hour === undefined ? null : hour === anyTime ? hour : Number(hour),
  };
}

function readCohortPart(query: Record<string, string>, span: Span): { began: Span; came: Span } {
  const first = parseDate(`${query.month ?? ''}-01`);
  const began = first === undefined ? undefined : localMonth(platformZone, first);
  if (!began || !mayBeAsked(began.fromMs)) {
    throw refuse('month', 'validation_invalid_value', 'Must be a month such as 2026-11, in the years 2000 to 2200.');
  }
  let came = began;
  for (let later = Number(readChoice(query, 'later', monthsLater) ?? 0); later > 0; later--) {
    came = localMonth(platformZone, localDayOf(platformZone, came.toMs));
  }
  return { began, came: { fromMs: came.fromMs, toMs: Math.min(came.toMs, span.toMs) } };
}

function refuse(name: string, code: string, message: string) {
  return badRequest('Something went wrong while processing your request.', { [name]: { code, message } });
}
