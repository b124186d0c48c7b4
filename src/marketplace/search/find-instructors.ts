import { distanceKm } from '#rules/places/distance-km.ts';
import { startsWithin, type WantedTime } from './offered-starts.ts';
import type { InstructorSearch } from './parse-search.ts';
import type { SearchableInstructor } from './searchable-instructor.ts';

/** A match: the instructor, the first free starts in the wanted time, and how far away. */
export type Match = { instructor: SearchableInstructor; starts: number[]; km: number | undefined };

/** How many results each option of a filter would leave, the other filters staying as they are. */
export type Facets = Record<FacetName, Record<string, number>>;
export type FacetName = 'licenceClass' | 'area' | 'testCentre' | 'language' | 'price';

const facetNames: readonly FacetName[] = ['licenceClass', 'area', 'testCentre', 'language', 'price'];
const shownStarts = 3;
/** The options of the price filter, in cents an hour. */
const priceOptions = [6000, 6500, 7000, 7500, 8000, 9000, 10_000];

/**
 * The instructors that fit a search, unordered, and the counts beside the filters. Who wants a time (a span, a weekday or hours)
 * gets only instructors who are free then; else those without a free time are among the matches, with no starts.
 */
export function findInstructors(
  instructors: readonly SearchableInstructor[],
  search: InstructorSearch,
  nowMs: number,
): { matches: Match[]; facets: Facets } {
  const facets: Facets = { licenceClass: {}, area: {}, testCentre: {}, language: {}, price: {} };
  const matches: Match[] = [];
  const wanted = wantedTime(search);
  for (const instructor of instructors) {
    offerOptions(facets, instructor);
    const missed = missedFilter(instructor, search);
    if (missed === 'several') continue;
    const noticeMs = nowMs + instructor.row.minNoticeMinutes * 60_000;
    const time = { ...wanted.time, fromMs: Math.max(wanted.time.fromMs, noticeMs) };
    const starts = startsWithin(instructor.startsAt(nowMs), time, missed ? 1 : shownStarts);
    if (wanted.isAsked && starts.length === 0) continue;
    countOptions(facets, instructor, missed);
    if (missed) continue;
    const km = search.near && instructor.place ? distanceKm(search.near, instructor.place) : undefined;
    matches.push({ instructor, starts, km });
  }
  return { matches, facets };
}

function wantedTime(search: InstructorSearch): { isAsked: boolean; time: WantedTime } {
  const { fromMs, toMs, weekday, afterMinute, beforeMinute } = search;
  return {
    isAsked: [fromMs, toMs, weekday, afterMinute, beforeMinute].some((value) => value !== undefined),
    time: {
      fromMs: fromMs ?? 0,
      toMs: toMs ?? Number.POSITIVE_INFINITY,
      weekday: weekday ?? null,
      afterMinute: afterMinute ?? 0,
      beforeMinute: beforeMinute ?? 1440,
    },
  };
}

/** Which filter with counts is the only one an instructor misses: undefined for none; `several` also when another filter is missed. */
function missedFilter(instructor: SearchableInstructor, search: InstructorSearch): FacetName | 'several' | undefined {
  const { row, words } = instructor;
  if (search.minRating !== undefined && search.minRating > 0 && (row.ratingShown ?? 0) < search.minRating)
    return 'several';
  if (!search.words.every((word) => words.includes(word))) return 'several';
  let missed: FacetName | undefined;
  for (const name of facetNames) {
    if (fits(name, instructor, search)) continue;
    if (missed) return 'several';
    missed = name;
  }
  return missed;
}

function fits(name: FacetName, { row }: SearchableInstructor, search: InstructorSearch): boolean {
  switch (name) {
    case 'licenceClass':
      return search.licenceClass === undefined || row.licenceClasses.includes(search.licenceClass);
    case 'area':
      return search.area === undefined || row.areas.includes(search.area);
    case 'testCentre':
      return search.testCentre === undefined || row.testCentre === search.testCentre;
    case 'language':
      return search.language === undefined || row.languages.includes(search.language);
    case 'price':
      return search.maxHourlyCents === undefined || row.hourlyCents <= search.maxHourlyCents;
  }
}

function optionsOf(name: FacetName, { row }: SearchableInstructor): readonly (string | number)[] {
  switch (name) {
    case 'licenceClass':
      return row.licenceClasses;
    case 'area':
      return row.areas;
    case 'testCentre':
      return row.testCentre === '' ? [] : [row.testCentre];
    case 'language':
      return row.languages;
    case 'price':
      return priceOptions.filter((cents) => row.hourlyCents <= cents);
  }
}

/** Every option that somebody offers appears, with 0 when it would leave nobody. */
function offerOptions(facets: Facets, instructor: SearchableInstructor): void {
  for (const name of facetNames) {
    for (const option of optionsOf(name, instructor)) facets[name][option] ??= 0;
  }
}

function countOptions(facets: Facets, instructor: SearchableInstructor, missed: FacetName | undefined): void {
  for (const name of missed ? [missed] : facetNames) {
    for (const option of optionsOf(name, instructor)) facets[name][option] = (facets[name][option] ?? 0) + 1;
  }
}
