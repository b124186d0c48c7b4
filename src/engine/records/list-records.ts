import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileFilter, newCount } from '../filters/compile-filter.ts';
import { compileSort, placeOfChosen } from '../filters/compile-sort.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import type { FilterMode } from '../filters/scope.ts';
import { ApiError, forbidden, notFound, usualRefusal } from '../http/api-error.ts';
import { type Page, pageEnvelope, readPage } from '../http/read-page.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { budgetOf } from '../limits/budgets.ts';
import { presentRecords } from './present-records.ts';
import { queryRows } from './query-rows.ts';
import type { SearchEvent } from './record-hooks.ts';
import { createCallerTurns } from './take-turns.ts';

/** GET /api/collections/:collection/records (wire contract, section 5): a page of records, in the order of insertion unless sorted. */
export function listRecordsRoute(engine: Engine): Route {
  const inTurn = createCallerTurns(engine);
  return {
    method: 'GET',
    path: '/api/collections/:collection/records',
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing collection context.');
      if (collection.listRule === null && !request.auth?.isSuperuser) {
        throw forbidden('Only superusers can perform this action.');
      }
      const ruleRequest = ruleRequestOf(request);
      const page = readPage(request.query);
      const statement = readStatement(engine, { collection, request, ruleRequest });
      await noteSearch(engine, request, statement.named);
      const find = () => findPage(engine, collection, { ...page, ...statement });
      const { rows, totalItems } = statement.wideMs === undefined ? await find() : await inTurn(request, find);
      const items = await presentRecords(engine, {
        collection,
        rows,
        request: ruleRequest,
        expand: request.query.expand,
      });
      return { status: 200, body: pageEnvelope(page, items, totalItems) };
    },
  };
}

/** What takes long of each record where there are many: patterns and functions, or many comparisons. */
const costly = /~|strftime|geoDistance/i;
const fewComparisons = 20;

type Statement = {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** How long it may take, where a filter or sort of somebody else than a superuser leads into other collections or asks much of each record. */
  wideMs: number | undefined;
  named: SearchEvent['named'];
};
type Asked = { collection: Collection; request: RequestContext; ruleRequest: RuleRequest };

function readStatement(engine: Engine, asked: Asked): Statement {
  const { collection, request, ruleRequest } = asked;
  const { filter = '', sort = '' } = request.query;
  const mode: FilterMode = request.auth?.isSuperuser ? 'superuser' : 'client';
  if (mode === 'client') refuseInner(`${filter}\n${sort}`);
  const [filtering, sorting] = [newCount(), newCount()];
  try {
    const rule = mode === 'superuser' ? '' : (collection.listRule ?? '');
    const conditions = [
      ...readCondition(engine, asked, { text: rule, mode: 'rule' }),
      ...readCondition(engine, asked, { text: filter, mode, count: filtering }),
    ];
    const place = conditions.length > 0 ? placeOfChosen(collection) : sql`t._seq`;
    const keys = compileSort(engine, { collection, sort, request: ruleRequest, mode, place, count: sorting });
    const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
    const isCostly = filtering.comparisons > fewComparisons || costly.test(filter);
    const isWide = mode === 'client' && (filtering.joins + sorting.joins > 0 || isCostly);
    const wideMs = isWide ? budgetOf(engine.settings.current(), 'wideQueryMs') : undefined;
    const named = [...filtering.named, ...sorting.named];
    return { wideMs, named, where, order: sql`order by ${sql.join([...keys, keys.length > 0 ? sql`t._seq` : place])}` };
  } catch (error) {
    if (error instanceof FilterError) throw new ApiError(400, usualRefusal, {}, { cause: error });
    throw error;
  }
}

// How many records there are, and in what order, tells of values that no answer shows.
async function noteSearch({ hooks }: Engine, { auth, query }: RequestContext, named: Statement['named']) {
  const { filter = '', sort = '' } = query;
  if (auth && named.length > 0) await hooks.watcher.noteSearch({ auth, named, asked: { filter, sort } });
}

function readCondition(
  engine: Engine,
  { collection, ruleRequest }: Asked,
  { text, mode, count }: { text: string; mode: FilterMode; count?: ReturnType<typeof newCount> },
): RawBuilder<unknown>[] {
  if (text === '') return [];
  const condition = compileFilter(engine, {
    collection,
    filter: text,
    request: ruleRequest,
    mode,
    alias: 't',
    // Only a request's own filter is counted.
    ...(count && { count, isOfList: true }),
  });
  if (typeof condition !== 'boolean') return [condition];
  return condition ? [] : [sql`false`];
}

function refuseInner(text: string): void {
  for (const name of ['@collection.', '@request.']) {
    if (text.includes(name)) throw forbidden(`Only superusers can filter by ${name.slice(0, -1)}.`);
  }
}

/** The rows of a page and how many there are in all; one query, a second one only for a page beyond the last. */
async function findPage(
  engine: Engine,
  collection: Collection,
  { page, perPage, skipsTotal, where, order, wideMs }: Page & Omit<Statement, 'named'>,
): Promise<{ rows: Row[]; totalItems: number | undefined }> {
  const table = sql`${sql.table(collection.name)} as t`;
  // Counted apart: a window over all rows would keep the database from reading no more than the page in the order of an index.
  const total = skipsTotal ? sql`` : sql`, (select count(*) from ${table} ${where}) as _total`;
  const offset = (page - 1) * perPage;
  const query = compileSql(
    sql`select t.*${total} from ${table} ${where} ${order} limit ${perPage}::bigint offset ${offset}::bigint`,
  );
  const rows = await queryRows(engine, collection, { ...query, wideMs });
  if (skipsTotal) return { rows, totalItems: undefined };
  const [first] = rows;
  if (first || page === 1) return { rows, totalItems: Number(first?._total ?? 0) };
  const count = compileSql(sql`select count(*) as total from ${table} ${where}`);
  const [counted] = await queryRows<{ total: number }>(engine, collection, { ...count, wideMs });
  return { rows, totalItems: counted?.total ?? 0 };
}
