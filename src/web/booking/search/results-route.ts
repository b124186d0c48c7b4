import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import * as texts from '#texts/search.ts';
import '../../platform/ground/public-styles.ts';
import type { Facets, SearchAnswer } from '#wire/search.ts';
import type { PageHandle } from '../../platform/ground/page-meta.ts';
import { askPage, nowContext, pageOf, readPage } from '../../platform/ground/read-api.ts';
import { activeFilters } from './active-filters.ts';
import { type InstructorCardData, instructorCardData } from './instructor-card-data.ts';
import { isUnknownArea, withKnownSpelling } from './known-spelling.ts';
import { ResultsPage } from './ResultsPage.tsx';
import type { Instead, Relaxation, ResultsData } from './results-data.ts';
import {
  needsTidying,
  queryFromForm,
  refusedDays,
  type SearchQuery,
  searchApiPath,
  searchQuery,
  searchText,
  withoutPastDays,
} from './search-query.ts';

const resultsPerPage = 12;
const soonestShown = 3;
const areasShown = 4;

async function loadResults(args: LoaderFunctionArgs): Promise<ResultsData> {
  const { searchParams } = new URL(args.request.url);
  const now = args.context.get(nowContext)();
  if (needsTidying(searchParams)) throw redirect(`/instructors${searchText(queryFromForm(searchParams, now))}`);
  const given = searchQuery(searchParams);
  const spelt = withKnownSpelling(given);
  if (spelt !== given) throw redirect(`/instructors${searchText(spelt)}`);
  const asked = withoutPastDays(given, now);
  const { found, query, refused } = await readResults(args, asked);
  const wrong = { ...refusedDays(searchParams), ...pastDays(given, asked), ...refused };
  const common = { query, refused: wrong, isPastDay: asked !== given, now: now.toISOString(), facets: found.facets };
  // What a search does not understand finds nobody: everybody would be no answer to it. Without a postal code only the distances are missing.
  const shown = Object.entries(wrong).filter(([name]) => name !== 'postalCode');
  if (shown.length > 0) {
    const instead = await findInstead(args, query, { now, facets: found.facets });
    const without = { label: texts.withoutValues({ values: shown.map(([, value]) => value).join(', ') }), query };
    const relaxations = [{ ...without, count: found.totalItems }];
    return { ...common, cards: [], totalItems: 0, page: 1, totalPages: 1, instead: { ...instead, relaxations } };
  }
  const pages = Math.max(1, found.totalPages);
  if (found.page > pages) throw redirect(`/instructors${searchText({ ...query, page: String(pages) })}`);
  return {
    ...common,
    cards: found.items.map(instructorCardData),
    totalItems: found.totalItems,
    page: found.page,
    totalPages: found.totalPages,
    instead: found.totalItems === 0 ? await findInstead(args, query, { now, facets: found.facets }) : undefined,
  };
}

/** The days of a search that are over, and were left out of what was asked. */
function pastDays(given: SearchQuery, asked: SearchQuery): ResultsData['refused'] {
  const { from, to } = given;
  if (asked === given) return {};
  return { ...(from ? { from } : {}), ...(to && to !== from ? { to } : {}) };
}

type Results = { found: SearchAnswer; query: SearchQuery; refused: ResultsData['refused'] };

/** The results, without the filters that the server does not understand: an address may have been typed or cut off. */
async function readResults(args: LoaderFunctionArgs, query: SearchQuery): Promise<Results> {
  const answer = await askPage(args, searchApiPath(query, resultsPerPage, { countsTimes: true }));
  const refusedThere = answer.status === 400 ? refusedNames(answer.body).filter((name) => name in query) : [];
  const wrong = [...refusedThere, ...(isUnknownArea(query.area) ? ['area'] : [])];
  if (wrong.length === 0) return { found: pageOf<SearchAnswer>(answer), query, refused: {} };
  const kept = Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.includes(name)));
  const refused = Object.fromEntries(Object.entries(query).filter(([name]) => wrong.includes(name)));
  return {
    found: await readPage<SearchAnswer>(args, searchApiPath(kept, resultsPerPage, { countsTimes: true })),
    query: kept,
    refused,
  };
}

function refusedNames(body: unknown): string[] {
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined;
  return typeof data === 'object' && data !== null ? Object.keys(data) : [];
}

type Found = { now: Date; facets: Facets };

async function findInstead(args: LoaderFunctionArgs, query: SearchQuery, { now, facets }: Found): Promise<Instead> {
  const [relaxations, areas, soonest] = await Promise.all([
    findRelaxations(args, query, now),
    areasAround(query, facets),
    findSoonest(args, query),
  ]);
  return { relaxations, areas, soonest };
}

/** The same search in the nearest areas where it finds somebody: the counts beside the filter say where that is. */
async function areasAround({ page: _, ...query }: SearchQuery, { area: counts = {} }: Facets): Promise<Relaxation[]> {
  if (!query.area) return [];
  // Most searches find somebody: the places are only loaded for those that don't.
  const { neighbouringAreas } = await import('#rules/places/neighbouring-areas.ts');
  return neighbouringAreas(query.area, Number.POSITIVE_INFINITY)
    .map(({ name }) => ({ label: name, query: { ...query, area: name }, count: counts[name] ?? 0 }))
    .filter(({ count }) => count > 0)
    .slice(0, areasShown);
}

/** Who is free first with a licence for the wanted class: the one wish that nobody can give up. */
async function findSoonest(args: LoaderFunctionArgs, { licenceClass }: SearchQuery): Promise<InstructorCardData[]> {
  const query: SearchQuery = { ...(licenceClass ? { licenceClass } : {}), sort: 'soonest' };
  const { items } = await readPage<SearchAnswer>(args, searchApiPath(query, soonestShown));
  return items.filter(({ nextSlots }) => nextSlots.length > 0).map(instructorCardData);
}

/** Each filter in force left out once: those that then find somebody, most results first. */
async function findRelaxations(args: LoaderFunctionArgs, query: SearchQuery, now: Date): Promise<Relaxation[]> {
  const counted = await Promise.all(
    activeFilters(query, now).map(async ({ withoutLabel, without }) => {
      const { totalItems } = await readPage<SearchAnswer>(args, searchApiPath(without, 1));
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
