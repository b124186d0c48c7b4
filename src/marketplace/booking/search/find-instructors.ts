import { type LearnerTimes, learnerTest } from '#rules/availability/learner-times.ts';
import { distanceKm } from '#rules/places/distance-km.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { createTimeCounts, type TimeFacets } from './count-times.ts';
import { type FacetName, type Facets, type FacetTable, facetNames } from './facet-table.ts';
import { hourlyCentsAt, lowestHourlyCents } from './hourly-prices.ts';
import { type CanCome, startsWithin, type WantedTime } from './offered-starts.ts';
import type { InstructorSearch } from './parse-search.ts';
import type { SearchableInstructor } from './searchable-instructor.ts';

/** A match: the instructor, the first free starts in the wanted time, the lowest price of an hour then, and how far away. */
export type Match = {
  instructor: SearchableInstructor;
  starts: number[];
  hourlyFromCents: number;
  km: number | undefined;
};

/** Everybody who can be found, and the numbers of their options. */
export type Searchable = { list: readonly SearchableInstructor[]; facetTable: FacetTable };

const shownStarts = 3;
/** An instructor who misses no filter with counts; who misses several, or another filter, is `out`. */
const none = -1;
const out = -2;

/** What is asked of the starts themselves: the time, the notice, the highest price of an hour, and that who asks can come. */
export type StartsWanted = {
  time: WantedTime;
  notBeforeMs: number;
  fits: (weekMinute: number) => boolean;
  canCome: CanCome;
};

/** When it is, and what is known of a learner who asks. */
export type Asking = { nowMs: number; learner: LearnerTimes | undefined };

/** Which starts of an instructor a search is about: those in its time, late enough, no dearer than it allows, and that a learner who asks can book. */
export function startsWanted(
  instructor: SearchableInstructor,
  search: InstructorSearch,
  { nowMs, learner }: Asking,
): StartsWanted {
  const { row } = instructor;
  const { maxHourlyCents } = search;
  return {
    time: wantedTime(search).time,
    notBeforeMs: nowMs + row.minNoticeMinutes * minuteMs,
    fits: (weekMinute) => maxHourlyCents === undefined || hourlyCentsAt(row, weekMinute) <= maxHourlyCents,
    canCome: canComeTo(instructor, learner),
  };
}

function canComeTo({ bounds, durationMinutes }: SearchableInstructor, learner: LearnerTimes | undefined): CanCome {
  const isTheirs = learner && learnerTest(learner, bounds);
  return isTheirs && ((startMs) => isTheirs({ startMs, endMs: startMs + durationMinutes * minuteMs }));
}

/**
 * The instructors that fit a search, unordered, and the counts beside the filters. Who wants a time (a span, a weekday or hours)
 * gets only instructors who are free then; else those without a free time are among the matches, with no starts.
 */
export function findInstructors(
  { list, facetTable }: Searchable,
  search: InstructorSearch,
  asking: Asking,
): { matches: Match[]; facets: Facets & Partial<TimeFacets> } {
  const { nowMs } = asking;
  const counts = new Int32Array(facetTable.size());
  const isOffered = new Uint8Array(facetTable.size());
  const matches: Match[] = [];
  const wanted = wantedTime(search);
  const times = createTimeCounts(search.countsTimes, nowMs);
  for (const instructor of list) {
    if (isHidden(instructor, nowMs)) continue;
    markOffered(isOffered, instructor);
    const offered = instructor.startsAt(nowMs);
    const asked = startsWanted(instructor, search, asking);
    let known: number | undefined;
    const fromCents = () => {
      known ??= lowestHourlyCents({ prices: instructor.row, starts: offered, wanted: asked.time, ...asked });
      return known;
    };
    const missed = missedFilter(instructor, search, fromCents);
    if (missed === out) continue;
    const starts = startsWithin(offered, asked.time, {
      notBeforeMs: asked.notBeforeMs,
      canCome: asked.canCome,
      limit: missed === none ? shownStarts : 1,
      // Who misses the price alone is counted beside the prices: with the times that a higher one would allow.
      ...(missed === none ? { fits: asked.fits } : {}),
    });
    times.count(offered, asked, missed === none);
    if (wanted.isAsked && starts.length === 0) continue;
    count(counts, instructor.optionsAt(fromCents()), missed);
    if (missed === none) {
      matches.push({ instructor, starts, hourlyFromCents: fromCents(), km: kmOf(instructor, search) });
    }
  }
  return { matches, facets: { ...facetTable.facetsOf(counts, isOffered), ...times.facets } };
}

/** Whether searches leave an instructor out for now, for not being reliable (domain rule 12). */
export function isHidden({ row }: SearchableInstructor, nowMs: number): boolean {
  return row.hiddenMs !== null && row.hiddenMs > nowMs;
}

function kmOf({ place }: SearchableInstructor, { near }: InstructorSearch): number | undefined {
  return near && place ? distanceKm(near, place) : undefined;
}

function markOffered(isOffered: Uint8Array, { row, optionsAt }: SearchableInstructor): void {
  for (const numbers of optionsAt(row.hourlyCents)) for (const number of numbers) isOffered[number] = 1;
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

/** The place in `facetNames` of the only filter that an instructor misses, `none` or `out`. */
function missedFilter(instructor: SearchableInstructor, search: InstructorSearch, fromCents: () => number): number {
  const { words } = instructor;
  for (const word of search.words) if (!words.includes(word)) return out;
  let missed = none;
  for (let place = 0; place < facetNames.length; place++) {
    const name = facetNames[place];
    if (name === undefined || fits(name, { instructor, search, fromCents })) continue;
    if (missed !== none) return out;
    missed = place;
  }
  return missed;
}

type Fitting = { instructor: SearchableInstructor; search: InstructorSearch; fromCents: () => number };

function fits(name: FacetName, { instructor: { row }, search, fromCents }: Fitting): boolean {
  switch (name) {
    case 'licenceClass':
      return search.licenceClass === undefined || row.licenceClasses.includes(search.licenceClass);
    case 'area':
      return search.area === undefined || row.areas.includes(search.area);
    case 'testCentre':
      return search.testCentre === undefined || row.testCentre === search.testCentre;
    case 'language':
      return search.language === undefined || row.languages.includes(search.language);
    case 'gender':
      return search.gender === undefined || row.gender === search.gender;
    case 'rating':
      return search.minRating === undefined || (row.ratingShown ?? 0) >= search.minRating;
    case 'price':
      return search.maxHourlyCents === undefined || fromCents() <= search.maxHourlyCents;
  }
}

function count(counts: Int32Array, options: ReadonlyArray<readonly number[]>, missed: number): void {
  for (let place = 0; place < options.length; place++) {
    if (missed !== none && place !== missed) continue;
    for (const number of options[place] ?? []) counts[number] = (counts[number] ?? 0) + 1;
  }
}
