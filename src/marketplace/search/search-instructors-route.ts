import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { portionOf } from '#rules/money/divide-cents.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { findInstructors, type Match } from './find-instructors.ts';
import { createOfferMemory, type OfferMemory } from './offer-memory.ts';
import { parseSearch } from './parse-search.ts';
import { rankMatches } from './rank-matches.ts';
import type { OfferRow } from './search.store.ts';
import { priceAt } from './searchable-instructor.ts';

const minuteMs = 60_000;

/** `GET /api/marketplace/instructors` (api.md, Diary): listed instructors by filters and free time, with counts beside the filters. */
export function searchInstructorsRoute(engine: Engine, memory: OfferMemory = createOfferMemory(engine)): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/instructors',
    async handle({ query }) {
      const search = parseSearch(query);
      const searchable = await memory.current();
      const { matches, facets } = findInstructors(searchable, search, engine.clock.nowMs());
      const { page, perPage, sort } = search;
      const ranked = rankMatches(matches, sort).slice((page - 1) * perPage, page * perPage);
      const body = {
        items: ranked.map(itemOf),
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

function itemOf({ instructor, starts, km }: Match) {
  const { row, durationMinutes } = instructor;
  return {
    instructor: publicInstructor(row),
    nextSlots: starts.map((startMs) => ({
      start: isoInstant(startMs),
      end: isoInstant(startMs + durationMinutes * minuteMs),
      priceCents: priceAt(row, startMs, durationMinutes),
    })),
    priceCents: portionOf(row.hourlyCents, durationMinutes, 60),
    ...(km === undefined ? {} : { distanceKm: km }),
  };
}

/** What everybody may read about a listed instructor; the diary stays inside. */
const publicFields = [
  'id',
  'name',
  'photo',
  'bio',
  'licenceClasses',
  'languages',
  'areas',
  'testCentre',
  'postalSector',
  'hourlyCents',
  'eveningSurchargePercent',
  'weekendSurchargePercent',
  'timezone',
  'lessonMinutes',
  'instantBooking',
  'worksHolidays',
  'cancellationHours',
  'ratingAverage',
  'ratingCount',
  'ratingShown',
  'passRatePercent',
  'passRatePeriod',
  'passRateSample',
  'vehicleModel',
] as const satisfies ReadonlyArray<keyof OfferRow>;

function publicInstructor(row: OfferRow) {
  const shown: Record<string, unknown> = { collectionName: 'instructors' };
  for (const name of publicFields) shown[name] = row[name];
  shown.verifiedAt = row.verifiedMs === null ? '' : isoInstant(row.verifiedMs);
  return shown;
}
