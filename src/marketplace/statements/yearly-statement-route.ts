import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { instantOf, parseDate } from '#rules/time/local-time.ts';
import { isoInstant } from '../availability/parse-instant.ts';
import { listPaid } from './statements.store.ts';

const zone = 'Asia/Singapore';

/**
 * `GET /api/marketplace/statements/:year`: what the signed-in learner paid in a year of Singapore, each payment with the number of its
 * receipt and what came back of it, and the sums. 401 for guests, 404 for what is no year.
 */
export function yearlyStatementRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/statements/:year',
    async handle({ auth, params }) {
      if (!auth) throw unauthorized();
      const year = /^(?:19|20)\d\d$/.test(params.year ?? '') ? Number(params.year) : undefined;
      const [first, next] = [parseDate(`${year}-01-01`), parseDate(`${(year ?? 0) + 1}-01-01`)];
      if (first === undefined || next === undefined) throw notFound();
      const span = { fromMs: instantOf(zone, first, 0), toMs: instantOf(zone, next, 0) };
      const paid = await listPaid(engine.db, auth.id, span);
      const sum = (pick: (line: (typeof paid)[number]) => number) =>
        paid.reduce((total, line) => total + pick(line), 0);
      const [paidCents, refundedCents] = [sum((line) => line.amountCents), sum((line) => line.refundedCents)];
      const body = {
        year,
        lines: paid.map(({ paidMs, startMs, ...line }) => ({
          ...line,
          paid: isoInstant(paidMs),
          start: startMs === null ? null : isoInstant(startMs),
        })),
        totals: { paidCents, refundedCents, spentCents: paidCents - refundedCents },
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}
