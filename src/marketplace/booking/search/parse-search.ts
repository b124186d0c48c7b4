import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import { licenceClasses } from '#rules/licence/licence-classes.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';
import { findPostalSector, isPostalCode, type PostalSector } from '#rules/places/postal-sectors.ts';
import { parseAskedInstant } from '../../platform/reads/parse-instant.ts';
import { plainText } from './searchable-instructor.ts';

export const searchSorts = ['soonest', 'price', 'rating', 'passRate', 'distance'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** A search, understood. Undefined filters leave everybody in. */
export type InstructorSearch = {
  licenceClass: string | undefined;
  area: string | undefined;
  testCentre: string | undefined;
  language: string | undefined;
  gender: string | undefined;
  maxHourlyCents: number | undefined;
  minRating: number | undefined;
  fromMs: number | undefined;
  toMs: number | undefined;
  weekday: number | undefined;
  afterMinute: number | undefined;
  beforeMinute: number | undefined;
  /** Undefined: the order of domain rule 27. */
  sort: SearchSort | undefined;
  near: PostalSector | undefined;
  /** What `q` asks for, word by word, without case and accents. */
  words: string[];
  /** Times that differ from each other instead of the very next ones. */
  isSpread: boolean;
  /** Counts beside days and times of day are wanted, too. */
  countsTimes: boolean;
  page: number;
  perPage: number;
};

const centres = ['BBDC', 'CDC', 'SSDC'];
const languages = ['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese', 'Teochew'];
const maxPerPage = 200;

/** Reads the parameters of a search; empty ones count as absent. Throws a 400 with a code at each that makes no sense. */
export function parseSearch(query: Record<string, string>): InstructorSearch {
  const errors: ErrorData = {};
  const read = reader(query, errors);
  const search: InstructorSearch = {
    licenceClass: read.oneOf('licenceClass', licenceClasses),
    area: areaOf(read.text('area', 60)),
    testCentre: read.oneOf('testCentre', centres),
    language: read.oneOf('language', languages),
    gender: read.oneOf('gender', ['woman', 'man']),
    maxHourlyCents: read.number('maxHourlyCents', { min: 0, max: 10_000_000 }),
    minRating: read.number('minRating', { min: 0, max: 5, isFraction: true }),
    fromMs: read.instant('from'),
    toMs: read.instant('to'),
    weekday: read.number('weekday', { min: 0, max: 6 }),
    afterMinute: read.number('afterMinute', { min: 0, max: 1439 }),
    beforeMinute: read.number('beforeMinute', { min: 1, max: 1440 }),
    sort: read.oneOf('sort', searchSorts),
    near: sectorOf(read.text('postalCode', 6), errors),
    words: plainText(read.text('q', 200) ?? '')
      .split(/\s+/)
      .filter(Boolean),
    isSpread: read.oneOf('times', ['next', 'spread']) === 'spread',
    countsTimes: read.oneOf('counts', ['filters', 'times']) === 'times',
    page: Math.max(1, read.number('page', {}) ?? 1),
    perPage: perPageOf(read.number('perPage', {})),
  };
  refuseContradictions(search, errors);
  if (Object.keys(errors).length > 0) throw badRequest('Invalid request.', errors);
  return search;
}

function refuseContradictions(search: InstructorSearch, errors: ErrorData): void {
  const { fromMs, toMs, afterMinute, beforeMinute, sort, near } = search;
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) {
    errors.to ??= { code: 'validation_invalid_value', message: 'Must be after from.' };
  }
  if (afterMinute !== undefined && beforeMinute !== undefined && beforeMinute <= afterMinute) {
    errors.beforeMinute ??= { code: 'validation_invalid_value', message: 'Must be after afterMinute.' };
  }
  if (sort === 'distance' && !near) {
    errors.postalCode ??= { code: 'validation_required', message: 'The nearest are found by a postal code.' };
  }
}

function areaOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (findPlanningArea(text)?.name ?? text);
}

function sectorOf(text: string | undefined, errors: ErrorData): PostalSector | undefined {
  if (text === undefined) return undefined;
  if (!isPostalCode(text)) {
    errors.postalCode = {
      code: 'validation_invalid_postal_code',
      message: 'Must be a Singapore postal code of six digits.',
    };
  }
  return findPostalSector(text);
}

function perPageOf(given: number | undefined): number {
  return given === undefined || given <= 0 ? 30 : Math.min(given, maxPerPage);
}

type NumberBounds = { min?: number; max?: number; isFraction?: boolean };

function reader(query: Record<string, string>, errors: ErrorData) {
  const fail = (name: string, message: string) => {
    errors[name] = { code: 'validation_invalid_value', message };
    return undefined;
  };
  const given = (name: string) => query[name]?.trim() || undefined;
  return {
    text(name: string, max: number): string | undefined {
      const text = given(name);
      return text !== undefined && text.length > max ? fail(name, `Must be at most ${max} characters.`) : text;
    },
    oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
      const text = given(name)?.toLowerCase();
      if (text === undefined) return undefined;
      const choice = choices.find((value) => value.toLowerCase() === text);
      return choice ?? fail(name, `Must be one of ${choices.join(', ')}.`);
    },
    number(name: string, { min = -1e9, max = 1e9, isFraction = false }: NumberBounds): number | undefined {
      const text = given(name);
      if (text === undefined) return undefined;
      const isNumber = (isFraction ? /^\d+(\.\d+)?$/ : /^-?\d+$/).test(text);
      const value = Number(text);
      if (isNumber && value >= min && value <= max) return value;
      return fail(
        name,
        isFraction ? `Must be a number from ${min} to ${max}.` : `Must be a whole number from ${min} to ${max}.`,
      );
    },
    instant(name: string): number | undefined {
      const text = given(name);
      if (text === undefined) return undefined;
      return parseAskedInstant(text) ?? fail(name, 'Must be a time such as 2026-12-05T01:00:00Z.');
    },
  };
}
