import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import * as texts from '#texts/search.ts';
import '../app/public-styles.ts';
import type { PageHandle } from '../app/page-meta.ts';
import { nowContext, readPage } from '../app/read-api.ts';
import { activeFilters } from './active-filters.ts';
import { instructorCardData } from './instructor-card-data.ts';
import { ResultsPage } from './ResultsPage.tsx';
import type { Relaxation, ResultsData } from './results-data.ts';
import type { SearchPage } from './search-page.ts';
import {
  needsTidying,
  queryFromForm,
  type SearchQuery,
  searchApiPath,
  searchQuery,
  searchText,
} from './search-query.ts';

const resultsPerPage = 12;

async function loadResults(args: LoaderFunctionArgs): Promise<ResultsData> {
  const { searchParams } = new URL(args.request.url);
  const now = args.context.get(nowContext)();
  if (needsTidying(searchParams)) throw redirect(`/instructors${searchText(queryFromForm(searchParams, now))}`);
  const query = searchQuery(searchParams);
  const found = await readPage<SearchPage>(args, searchApiPath(query, resultsPerPage));
  return {
    query,
    now: now.toISOString(),
    cards: found.items.map(instructorCardData),
    facets: found.facets,
    totalItems: found.totalItems,
    page: found.page,
    totalPages: found.totalPages,
    relaxations: found.totalItems === 0 ? await findRelaxations(args, query, now) : [],
  };
}

/** Each filter in force left out once: those that then find somebody, most results first. */
async function findRelaxations(args: LoaderFunctionArgs, query: SearchQuery, now: Date): Promise<Relaxation[]> {
  const counted = await Promise.all(
    activeFilters(query, now).map(async ({ withoutLabel, without }) => {
      const { totalItems } = await readPage<SearchPage>(args, searchApiPath(without, 1));
      return { label: withoutLabel, query: without, count: totalItems };
    }),
  );
  return counted.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

const handle: PageHandle = {
  meta: (loaderData) => {
    const { query, totalItems } = loaderData as ResultsData;
    const place = query.area ?? texts.singapore;
    return {
      title: texts.totalItemsDrivingInstructors({ totalItems, place }),
      description: texts.licensedPrivateDriving({ place }),
    };
  },
};

/** The search results, their loader and meta. */
export const resultsRoute: Pick<RouteObject, 'Component' | 'loader' | 'handle'> = {
  Component: ResultsPage,
  loader: loadResults,
  handle,
};
