import type { UIMatch } from 'react-router';
import * as texts from '#texts/app.ts';

/** What a route says about its page: put into the head by the server, and into the tab's title while navigating. */
export type PageMeta = { title: string; description?: string; isPrivate?: boolean };

/** A route's `handle`: fixed meta, or meta made from what its loader read. */
export type PageHandle = { meta: PageMeta | ((loaderData: unknown) => PageMeta) };

const fallback: PageMeta = { title: texts.kerbside };

/** The meta of an address where nothing is. */
export const notFoundMeta: PageMeta = { title: texts.pageNotFoundKerbside, isPrivate: true };

function hasMeta(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'meta' in handle;
}

/** The meta of the innermost route that has some. */
export function pageMeta(matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[]): PageMeta {
  const match = matches.findLast(({ handle }) => hasMeta(handle));
  if (!match || !hasMeta(match.handle)) return fallback;
  const { meta } = match.handle;
  if (typeof meta !== 'function') return meta;
  return match.loaderData === undefined ? fallback : meta(match.loaderData);
}
