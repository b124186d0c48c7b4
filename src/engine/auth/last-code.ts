import { notFound } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import type { RecentCodes } from './recent-codes.ts';

/** GET /api/dev/last-code?email= outside production: the newest code of a demonstration account, for the page to show. */
export function lastCodeRoute(codes: RecentCodes): Route {
  return {
    method: 'GET',
    path: '/api/dev/last-code',
    async handle({ query }) {
      const code = codes.find(query.email ?? '');
      if (code === undefined) throw notFound();
      return { status: 200, body: { code } };
    },
  };
}
