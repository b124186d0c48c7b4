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
  /** Filters of the address that the server did not understand, by name: they were left out. */
  refused: Partial<Record<string, string>>;
  /** The days of the address are over and were left out. */
  isPastDayLeftOut: boolean;
  /** Undefined when somebody fits. */
  instead: Instead | undefined;
};
