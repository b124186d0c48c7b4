import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { portionOf } from '#rules/money/divide-cents.ts';
import { minuteMs } from '#rules/time/durations.ts';
import type { FoundInstructor, SearchAnswer, SearchItem } from '#wire/search.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findLearnerAsking } from '../../teaching/availability/find-learner-times.ts';
import { searchCounterOf } from './count-searches.ts';
import { type Asking, findInstructors, type Match, startsWanted } from './find-instructors.ts';
import { highestHourlyCents } from './hourly-prices.ts';
import { createOfferMemory, type OfferMemory } from './offer-memory.ts';
import { type InstructorSearch, parseSearch } from './parse-search.ts';
import { rankMatches } from './rank-matches.ts';
import type { OfferRow } from './search.store.ts';
import { priceAt } from './searchable-instructor.ts';
import { spreadStarts } from './spread-starts.ts';

/** `GET /api/marketplace/instructors` (docs/api.md): listed instructors by filters and free time, with counts beside the filters. A learner is shown only times that they can book. */
export function searchInstructorsRoute(
  engine: Engine,
  memory: OfferMemory = createOfferMemory(engine),
): Route<SearchAnswer> {
  const counter = searchCounterOf(engine);
  return {
    method: 'GET',
    path: '/api/marketplace/instructors',
    async handle({ auth, query }) {
      const search = parseSearch(query);
      const [searchable, learner] = await Promise.all([memory.current(), findLearnerAsking(engine, auth)]);
      const nowMs = engine.clock.nowMs();
      const asking = { nowMs, learner };
      const { matches, facets } = findInstructors(searchable, search, asking);
      counter.note(search, { matches: matches.length, nowMs, postalCode: query.postalCode?.trim() || undefined });
      const { page, perPage, sort } = search;
      const ranked = rankMatches(matches, sort, nowMs).slice((page - 1) * perPage, page * perPage);
      const body: SearchAnswer = {
        items: ranked.map((match) => itemOf(match, search, asking)),
        page,
        perPage,
        totalItems: matches.length,
        totalPages: Math.ceil(matches.length / perPage),
        facets,
      };
      return { status: 200, body };
    },
  };
}

function itemOf(
  { instructor, starts, hourlyFromCents, km }: Match,
  search: InstructorSearch,
  asking: Asking,
): SearchItem {
  const { row, durationMinutes } = instructor;
  const offered = instructor.startsAt(asking.nowMs);
  const asked = startsWanted(instructor, search, asking);
  const shown = search.isSpread ? spreadStarts(offered, asked) : starts;
  return {
    instructor: publicInstructor(row),
    nextSlots: shown.map((startMs) => ({
      start: isoInstant(startMs),
      end: isoInstant(startMs + durationMinutes * minuteMs),
      priceCents: priceAt(row, startMs, durationMinutes),
    })),
    priceCents: portionOf(row.hourlyCents, durationMinutes, 60),
    hourlyFromCents,
    hourlyToCents: highestHourlyCents({ prices: row, starts: offered, wanted: asked.time, ...asked }),
    ...(km === undefined ? {} : { distanceKm: km }),
  };
}

function publicInstructor(row: OfferRow): FoundInstructor {
  const { verifiedMs } = row;
  return {
    collectionName: 'instructors',
    id: row.id,
    name: row.name,
    photo: row.photo,
    carPhoto: row.carPhoto,
    bio: row.bio,
    licenceClasses: row.licenceClasses,
    languages: row.languages,
    areas: row.areas,
    testCentre: row.testCentre,
    postalSector: row.postalSector,
    hourlyCents: row.hourlyCents,
    eveningSurchargePercent: row.eveningSurchargePercent,
    weekendSurchargePercent: row.weekendSurchargePercent,
    timezone: row.timezone,
    lessonMinutes: row.lessonMinutes,
    instantBooking: row.instantBooking,
    considersTravel: row.considersTravel,
    worksHolidays: row.worksHolidays,
    cancellationHours: row.cancellationHours,
    ratingAverage: row.ratingAverage,
    ratingCount: row.ratingCount,
    ratingShown: row.ratingShown,
    passRatePercent: row.passRatePercent,
    passRatePeriod: row.passRatePeriod,
    passRateSample: row.passRateSample,
    passRateSource: row.passRateSource,
    vehicleModel: row.vehicleModel,
    verifiedAt: verifiedMs === null ? '' : isoInstant(verifiedMs),
  };
}
