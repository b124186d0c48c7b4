import type { Facets } from '#wire/search.ts';
import type { InstructorCardData } from './instructor-card-data.ts';
import type { SearchQuery } from './search-query.ts';

/** One filter less, and how many results that would give. */
export type Relaxation = { label: string; query: SearchQuery; count: number };

/** What is offered when nobody fits: fewer filters, the areas around the wanted one, and who is free soonest. */
export type Instead = { relaxations: Relaxation[]; areas: Relaxation[]; soonest: InstructorCardData[] };

/** What the results page shows. */
export type ResultsData = {
  query: SearchQuery;
  now: string;
  cards: InstructorCardData[];
  facets: Facets;
  totalItems: number;
  page: number;
  totalPages: number;
  /** Filters of the address that make no sense, by name: such a search finds nobody. */
  refused: Partial<Record<string, string>>;
  /** The days of the address are over. */
  isPastDay: boolean;
  /** Undefined when somebody fits. */
  instead: Instead | undefined;
};
