import { planningAreas } from './planning-areas.ts';
import type { SearchQuery } from './search-query.ts';

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

const spellings: Partial<Record<keyof SearchQuery, (value: string) => string>> = {
  area: (value) => planningAreas.find(({ name }) => name.toLowerCase() === value.toLowerCase())?.name ?? value,
  licenceClass: (value) => value.toUpperCase(),
  testCentre: (value) => value.toUpperCase(),
  language: capitalised,
  gender: (value) => value.toLowerCase(),
};

/** Whether a place is asked for that is no planning area: the server takes it, and nobody teaches there. */
export function isUnknownArea(area: string | undefined): boolean {
  return area !== undefined && !planningAreas.some(({ name }) => name === area);
}

/**
 * A search whose filters are spelt as their options are, which an address that somebody typed need not be: the server takes any case. The same object where
 * nothing changes.
 */
export function withKnownSpelling(query: SearchQuery): SearchQuery {
  const changed = Object.entries(spellings).flatMap(([name, spell]) => {
    const value = query[name as keyof SearchQuery];
    return value !== undefined && spell(value) !== value ? [[name, spell(value)]] : [];
  });
  return changed.length === 0 ? query : { ...query, ...Object.fromEntries(changed) };
}
