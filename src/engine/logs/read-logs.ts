import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { compileCondition, listRows } from '../filters/list-rows.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { wireDate } from '../wire-date.ts';
import { describedLogs, logRows, presentLog } from './described-logs.ts';

/** The operator's log, for superusers (wire contract, section 17): a page of it, its hours, one entry. */
export function logRoutes(engine: Engine): Route[] {
  return [listLogsRoute(engine), logStatsRoute(engine), viewLogRoute(engine)];
}

/** GET /api/logs: a page of entries; filter and sort also by `data.<path>`. */
function listLogsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/logs',
    isLogged: false,
    async handle(request) {
      await noteLogs(engine, request);
      const page = await listRows(engine, { described: describedLogs, from: logRows, request });
      return { status: 200, body: { ...page, items: page.items.map(presentLog) } };
    },
  };
}

/** GET /api/logs/stats: how many entries each hour has. */
function logStatsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/logs/stats',
    isLogged: false,
    async handle(request) {
      await noteLogs(engine, request);
      const condition = conditionOf(engine, request);
      const { text, values } = compileSql(
        sql`select date_trunc('hour', created, 'UTC') as hour, count(*)::integer as total from ${logRows} as t
          where ${condition} group by hour order by hour`,
      );
      const rows = await engine.db.query<{ hour: Date; total: number }>(text, values);
      return { status: 200, body: rows.map(({ hour, total }) => ({ date: wireDate(hour.getTime()), total })) };
    },
  };
}

/** Lets in superusers only. Addresses and paths in the log say who did what. */
async function noteLogs({ hooks }: Engine, request: RequestContext): Promise<void> {
  await hooks.watcher.noteReading({ auth: requireSuperuser(request), action: 'view', collection: '_logs' });
}

function conditionOf(engine: Engine, request: RequestContext) {
  try {
    const filter = request.query.filter ?? '';
    return compileCondition(engine, { described: describedLogs, filter, rule: ruleRequestOf(request) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(400, 'Invalid filter format.', {}, { cause: error });
  }
}

/** GET /api/logs/{id}: one entry. */
function viewLogRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/logs/:id',
    isLogged: false,
    async handle(request) {
      await noteLogs(engine, request);
      const [row] = await engine.db.query('select * from _logs where id = $1', [request.params.id]);
      if (!row) throw notFound();
      return { status: 200, body: presentLog(row) };
    },
  };
}
