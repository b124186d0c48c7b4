import type { Facets } from '#wire/search.ts';
import { activeFilters } from './active-filters.ts';
import type { SearchQuery } from './search-query.ts';
import { rangeOfDay } from './when-options.ts';

/** A filter that one tap adds. */
export type QuickFilter = { label: string; query: SearchQuery };

/** More would take a wide page a second row. */
const most = 5;

type Found = { query: SearchQuery; facets: Facets; totalItems: number; now: Date };

/** The filters that most people use, of those that are not in force yet and would leave some of the results, but not all of them. */
export function quickFilters({ query, facets, totalItems, now }: Found): QuickFilter[] {
  const weekend = query.weekday ? undefined : rangeOfDay('weekend', now);
  const limit = priceLimit(facets.price, totalItems);
  const offered: { adds: SearchQuery; count: number | undefined }[] = [
    { adds: weekend ?? {}, count: facets.day?.weekend },
    { adds: { licenceClass: '3A' }, count: facets.licenceClass['3A'] },
    ...(limit ? [{ adds: { maxHourlyCents: limit }, count: facets.price[limit] }] : []),
    { adds: { minRating: '4.5' }, count: facets.rating['4.5'] },
    { adds: { gender: 'woman' }, count: facets.gender.woman },
  ];
  const inForce = new Set(Object.keys(query));
  const { page: _, ...rest } = query;
  const more = offered.flatMap(({ adds, count = 0 }) => {
    const names = Object.keys(adds);
    const isOffered = names.length > 0 && names.every((name) => !inForce.has(name)) && count > 0 && count < totalItems;
    const [added] = isOffered ? activeFilters(adds, now) : [];
    return added ? [{ label: added.label, query: { ...rest, ...adds } }] : [];
  });
  return more.slice(0, most);
}

/** The lowest price of an hour that at least half of the instructors ask for. */
function priceLimit(prices: Record<string, number>, totalItems: number): string | undefined {
  return Object.keys(prices)
    .sort((one, other) => Number(one) - Number(other))
    .find((limit) => (prices[limit] ?? 0) * 2 >= totalItems);
}
