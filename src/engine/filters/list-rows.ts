import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { badRequest } from '../http/api-error.ts';
import { pageEnvelope, readPage } from '../http/read-page.ts';
import type { RequestContext } from '../http/route.ts';
import { compileFilter } from './compile-filter.ts';
import { compileSort } from './compile-sort.ts';
import { compileSql } from './compile-sql.ts';
import { FilterError } from './filter-error.ts';
import { type RuleRequest, ruleRequestOf } from './rule-request.ts';

type Listing = {
  /** The rows' columns, described as fields of a collection, so that the filter of records serves them too. */
  described: Collection;
  /** The rows, with `_seq` and a column for each field. */
  from: RawBuilder<unknown>;
  request: RequestContext;
};

/**
 * A page of rows that are no records (wire contract, section 5), for superusers: filter, sort, paging as for records. Throws 400 for what is
 * not understood.
 */
export async function listRows(engine: Engine, { described, from, request }: Listing) {
  const page = readPage(request.query);
  const offset = (page.page - 1) * page.perPage;
  const rule = ruleRequestOf(request);
  const condition = compileCondition(engine, { described, filter: request.query.filter ?? '', rule });
  const rows = sql`from ${from} as t where ${condition}`;
  const order = sql.join([...compileOrder(engine, { described, sort: request.query.sort ?? '', rule }), sql`_seq`]);
  const found = await run(engine, sql`select t.* ${rows} order by ${order} limit ${page.perPage} offset ${offset}`);
  const count = page.skipsTotal ? [] : await run(engine, sql`select count(*) as total ${rows}`);
  const total = count[0]?.total;
  return pageEnvelope(page, found, typeof total === 'number' ? total : undefined);
}

/** A filter over described rows as a condition on `t`; true when there is none. Throws 400 for what is not understood. */
export function compileCondition(
  engine: Engine,
  { described, filter, rule }: { described: Collection; filter: string; rule: RuleRequest },
): RawBuilder<unknown> {
  if (filter === '') return sql`true`;
  if (/@(?:request|collection)\./.test(filter)) throw badRequest();
  const question = { collection: described, filter, request: rule, mode: 'superuser' as const, alias: 't' };
  const condition = understood(() => compileFilter(engine, question));
  return typeof condition === 'boolean' ? (condition ? sql`true` : sql`false`) : condition;
}

function compileOrder(
  engine: Engine,
  { described, sort, rule }: { described: Collection; sort: string; rule: RuleRequest },
): RawBuilder<unknown>[] {
  return understood(() => compileSort(engine, { collection: described, sort, request: rule, mode: 'superuser' }));
}

function understood<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (error instanceof FilterError) throw badRequest();
    throw error;
  }
}

function run(engine: Engine, statement: RawBuilder<unknown>): Promise<Row[]> {
  const { text, values } = compileSql(statement);
  return engine.db.query(text, values);
}
