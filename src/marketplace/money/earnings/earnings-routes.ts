import type { Engine } from '#engine/engine.ts';
import { readPage } from '#engine/http/read-page.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { EarningsAnswer } from '#wire/earnings.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { readSpan } from '../../platform/reads/read-span.ts';
import { findEarnings } from './earned-lessons.ts';
import { earnerOf, requireEarner } from './earner-of.ts';
import { earningsPdfRoute } from './earnings-pdf-route.ts';
import { findFeeRules } from './find-fee-rules.ts';
import { earningSorts, earningStates, orderEarnings, readEarnings } from './read-earnings.ts';
import { writeEarningsCsv } from './write-earnings-csv.ts';

const isPrivate = { 'Cache-Control': 'private, no-store' };

/** What an instructor earns: as a page, a file and a page to print. */
export function earningsRoutes(engine: Engine): Route[] {
  return [earningsRoute(engine), earningsCsvRoute(engine), earningsPdfRoute(engine)];
}

/**
 * `GET /api/marketplace/earnings?from&to&q&state&sort&page&perPage`: see src/wire/earnings.ts. An instructor's own; admins and superusers
 * name the `instructor`. 401 for guests, 403 for somebody else's, 404 for an unknown instructor, 400 for nonsense.
 */
function earningsRoute(engine: Engine): Route<EarningsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/earnings',
    async handle(request) {
      const { query } = request;
      const earner = await earnerOf(engine, request);
      const body = await readEarnings(engine, earner, {
        span: readSpan(query, { zone: earner?.timezone ?? platformZone, nowMs: engine.clock.nowMs() }),
        page: readPage(query),
        q: (query.q ?? '').slice(0, 200),
        state: readChoice(query, 'state', earningStates),
        sort: readChoice(query, 'sort', earningSorts) ?? '-start',
      });
      if (query.instructor) await noteEarned(engine, request, body.items);
      return { status: 200, headers: isPrivate, body };
    },
  };
}

/** `GET /api/marketplace/earnings.csv?from&to`: every lesson of the span as a file, in order of time. 404 without a profile. */
function earningsCsvRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/earnings.csv',
    isTakenAway: true,
    async handle(request) {
      const { earner } = await requireEarner(engine, request);
      const span = readSpan(request.query, { zone: earner.timezone, nowMs: engine.clock.nowMs() });
      const earnings = orderEarnings(await findEarnings(engine.db, earner.id, span), 'start');
      if (request.query.instructor) await noteEarned(engine, request, earnings);
      const headers = {
        ...isPrivate,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="kerbside-earnings.csv"',
      };
      const ids = earnings.map(({ lesson }) => lesson);
      const ruleOf = await findFeeRules(engine.db, ids);
      const written = { zone: earner.timezone, language: String(request.auth?.row.language ?? ''), ruleOf };
      return { status: 200, headers, body: writeEarningsCsv(earnings, written) };
    },
  };
}

// Whose lessons they are is shown with what they came to.
async function noteEarned(
  engine: Engine,
  { auth, query }: RequestContext,
  earnings: ReadonlyArray<{ lesson: string }>,
): Promise<void> {
  if (auth) await noteShown(engine, auth, { lessons: earnings.map(({ lesson }) => lesson) }, query.q?.slice(0, 200));
}
