import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import * as texts from '#texts/landing.ts';
import type { SearchAnswer } from '#wire/search.ts';
import { instructorCardData } from '../../booking/search/instructor-card-data.ts';
import type { PageHandle } from '../../platform/ground/page-meta.ts';
import { nowContext, readPage } from '../../platform/ground/read-api.ts';
import { LandingPage } from './LandingPage.tsx';
import type { LandingData } from './landing-data.ts';
import { chooseTestimonials, type ReviewText, reviewsPath } from './testimonials.ts';

async function loadLanding(args: LoaderFunctionArgs): Promise<LandingData> {
  const [found, reviews] = await Promise.all([
    readOrNothing<SearchAnswer>(args, '/api/marketplace/instructors?sort=soonest&times=spread&perPage=3'),
    readOrNothing<{ items: ReviewText[] }>(args, reviewsPath),
  ]);
  const counts = Object.entries(found?.facets.area ?? {}).filter(([, count]) => count > 0);
  return {
    now: args.context.get(nowContext)().toISOString(),
    cards: (found?.items ?? []).map(instructorCardData),
    total: found?.totalItems,
    counts: Object.fromEntries(counts.sort(([one], [other]) => one.localeCompare(other))),
    testimonials: chooseTestimonials(reviews?.items ?? []),
  };
}

/** The start page must stand even when a read behind it fails: it then shows less. */
async function readOrNothing<T>(args: LoaderFunctionArgs, path: string): Promise<T | undefined> {
  return readPage<T>(args, path).catch(() => undefined);
}

const handle: PageHandle = {
  meta: {
    title: texts.kerbsideLicensedPrivateDriving,
    description: texts.findAVerifiedPrivateDriving,
  },
};

/** The landing page, its loader and meta. */
export const landingRoute: Pick<RouteObject, 'Component' | 'loader' | 'handle'> = {
  Component: LandingPage,
  loader: loadLanding,
  handle,
};
