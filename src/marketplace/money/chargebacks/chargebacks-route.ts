import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { TakenBackAnswer } from '#wire/chargebacks.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { isAdmin } from '../../platform/reads/require-right.ts';
import { findPartiesOf, listOfLesson, type TakenBackRow } from './chargebacks.store.ts';

/**
 * `GET /api/marketplace/lessons/:id/chargebacks`: what the learner's bank takes, or took, back of what was paid for a lesson, the latest first. For its
 * parties, what they were told of, and admins, 404 for anybody else; sums for all but its instructor. Of a lesson that hours of a package paid nothing: that is the package's.
 */
export function chargebacksRoute(engine: Engine): Route<TakenBackAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/lessons/:id/chargebacks',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const parties = await findPartiesOf(engine.db, params.id ?? '');
      const withSums = parties?.learner === auth.id || isAdmin(auth);
      if (!parties || !(withSums || parties.instructorUser === auth.id)) throw notFound();
      const rows = await listOfLesson(engine.db, params.id ?? '', { isAll: isAdmin(auth) });
      const body: TakenBackAnswer = { items: rows.map((row) => lineOf(row, withSums)) };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

function lineOf({ status, openedMs, decidedMs, hasWaited, isBesideCase, ...sums }: TakenBackRow, withSums: boolean) {
  return {
    ...{ status, hasWaited, isBesideCase, opened: isoInstant(openedMs) },
    decided: status === 'open' ? null : isoInstant(decidedMs),
    ...(withSums ? sums : {}),
  };
}
