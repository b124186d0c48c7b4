import { formatCents } from '#rules/money/format-cents.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';
import { isZone } from '#rules/time/local-time.ts';

/** What is wrong with a field of an instructor's offer: a code and a sentence. */
export type OfferError = { code: string; message: string };
/** The fields of an instructor that the record's field types do not judge by themselves. */
export type CheckedOffer = {
  areas: string[];
  timezone: string;
  lessonMinutes: number[];
  cancellationHours: number;
  status: string;
};
export type OfferCheck = { ok: true; offer: CheckedOffer } | { ok: false; errors: Record<string, OfferError> };

type Judged<T> = { value: T } | { error: OfferError };

const usual = {
  timezone: 'Asia/Singapore',
  lessonMinutes: [60, 90, 120],
  cancellationHours: 24,
  status: 'draft',
} as const;
const minuteBounds = { min: 5, max: 2880, most: 12 } as const;
/** An hour costs so much at least, so that every lesson is worth a payment: of the shortest a card pays no less than S$0.50. 0: no price yet. */
export const leastHourlyCents = 1000;

/**
 * Judges an instructor's areas, zone, lesson lengths and cancellation hours (docs/api.md) and answers them in order: area names
 * as they are written on maps, lengths ascending, each once. Empty fields take the usual values, but a draft's lengths: it lacks them. With `takesAnyPlace` (imports by
 * superusers) places that are no planning area stay as given. A `newHourlyCents` is judged, too.
 */
export function checkInstructor(
  record: Record<string, unknown>,
  options: { takesAnyPlace?: boolean; newHourlyCents?: unknown } = {},
): OfferCheck {
  const judged = {
    areas: checkAreas(record.areas, options.takesAnyPlace ?? false),
    timezone: checkTimezone(record.timezone),
    lessonMinutes: checkLessonMinutes(record.lessonMinutes, isDraft(record)),
    cancellationHours: checkCancellationHours(record.cancellationHours),
  };
  const errors: Record<string, OfferError> = {};
  for (const [name, result] of Object.entries(judged)) if ('error' in result) errors[name] = result.error;
  const priceError = checkPrice(options.newHourlyCents);
  if (priceError) errors.hourlyCents = priceError;
  const { areas, timezone, lessonMinutes, cancellationHours } = judged;
  if (
    'error' in areas ||
    'error' in timezone ||
    'error' in lessonMinutes ||
    'error' in cancellationHours ||
    priceError
  ) {
    return { ok: false, errors };
  }
  return {
    ok: true,
    offer: {
      areas: areas.value,
      timezone: timezone.value,
      lessonMinutes: lessonMinutes.value,
      cancellationHours: cancellationHours.value,
      status: typeof record.status === 'string' && record.status !== '' ? record.status : usual.status,
    },
  };
}

function checkAreas(value: unknown, takesAnyPlace: boolean): Judged<string[]> {
  if (isEmpty(value)) return { value: [] };
  const error = { code: 'validation_invalid_areas', message: 'Must be a list of planning areas of Singapore.' };
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return { error };
  const names = value.map((name) => findPlanningArea(name)?.name ?? (takesAnyPlace ? name.trim() : ''));
  return names.includes('') ? { error } : { value: [...new Set(names)] };
}

function checkTimezone(value: unknown): Judged<string> {
  if (isEmpty(value)) return { value: usual.timezone };
  // An offset such as +08:00 can be computed with as well, but is not a zone: it knows no change of the clocks.
  if (typeof value === 'string' && /^[A-Za-z]/.test(value) && isZone(value)) return { value };
  return {
    error: { code: 'validation_invalid_timezone', message: 'Must be an IANA time zone such as Asia/Singapore.' },
  };
}

function isDraft({ status }: Record<string, unknown>): boolean {
  return isEmpty(status) || status === 'draft';
}

function checkLessonMinutes(value: unknown, mayLack: boolean): Judged<number[]> {
  if (mayLack && (isEmpty(value) || (Array.isArray(value) && value.length === 0))) return { value: [] };
  if (isEmpty(value)) return { value: [...usual.lessonMinutes] };
  const { min, max, most } = minuteBounds;
  const isLength = (item: unknown): item is number =>
    typeof item === 'number' && Number.isInteger(item) && item >= min && item <= max;
  if (Array.isArray(value) && value.length > 0 && value.length <= most && value.every(isLength)) {
    return { value: [...new Set(value)].sort((one, other) => one - other) };
  }
  const message = `Must be a list of up to ${most} whole numbers of minutes from ${min} to ${max}.`;
  return { error: { code: 'validation_invalid_lesson_minutes', message } };
}

function checkPrice(value: unknown): OfferError | undefined {
  if (isEmpty(value) || value === 0 || Number(value) >= leastHourlyCents) return undefined;
  return {
    code: 'validation_min_number_constraint',
    message: `Must be at least ${formatCents(leastHourlyCents)}.`,
  };
}

function checkCancellationHours(value: unknown): Judged<number> {
  if (isEmpty(value) || value === 0) return { value: usual.cancellationHours };
  if (value === 24 || value === 48) return { value };
  return { error: { code: 'validation_invalid_cancellation_hours', message: 'Must be 24 or 48.' } };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
