import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import { defineCollection } from '../collections/define-collection.ts';
import type { Engine } from '../engine.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { badRequest } from '../http/api-error.ts';
import { pageEnvelope, readPage } from '../http/read-page.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { collectionJson } from './collection-json.ts';

/** GET /api/collections (wire contract, sections 5 and 13): a page of collections. */
export function listCollectionsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections',
    async handle(request) {
      requireSuperuser(request);
      return { status: 200, body: await listCollections(engine, request) };
    },
  };
}

// Collections as records of their own, so that the filter of records serves them too.
const described = defineCollection({
  name: '_collections',
  type: 'base',
  fields: {
    name: { type: 'text' },
    type: { type: 'text' },
    system: { type: 'bool' },
    created: { type: 'date' },
    updated: { type: 'date' },
  },
  rules: { list: null, view: null, create: null, update: null, delete: null },
});

const rows = sql`(select _seq, id, name, definition, definition->>'type' as type, (definition->>'system')::boolean as system,
  (definition->>'created')::timestamptz as created, (definition->>'updated')::timestamptz as updated from _collections) as t`;

async function listCollections(engine: Engine, request: RequestContext) {
  const page = readPage(request.query);
  const condition = conditionOf(engine, request);
  const from = sql`from ${rows} where ${condition}`;
  const order = sql.join([...sortOf(request.query.sort ?? ''), sql`_seq`]);
  const offset = (page.page - 1) * page.perPage;
  const found = await run<{ definition: Collection }>(
    engine,
    sql`select definition ${from} order by ${order} limit ${page.perPage} offset ${offset}`,
  );
  const count = page.skipsTotal ? [] : await run<{ total: number }>(engine, sql`select count(*) as total ${from}`);
  const items = found.map(({ definition }) => collectionJson(definition));
  return pageEnvelope(page, items, count[0]?.total);
}

function conditionOf(engine: Engine, request: RequestContext): RawBuilder<unknown> {
  const filter = request.query.filter ?? '';
  if (filter === '') return sql`true`;
  if (/@(?:request|collection)\./.test(filter)) throw badRequest();
  try {
    const question = { collection: described, filter, request: ruleRequestOf(request), mode: 'superuser' as const };
    const condition = compileFilter(engine, { ...question, alias: 't' });
    return typeof condition === 'boolean' ? (condition ? sql`true` : sql`false`) : condition;
  } catch (error) {
    if (error instanceof FilterError) throw badRequest();
    throw error;
  }
}

function sortOf(sort: string): RawBuilder<unknown>[] {
  const keys = sort.split(',').flatMap((key) => (key.trim() === '' ? [] : [key.trim()]));
  if (keys.length > 8) throw badRequest();
  return keys.map(sortKey);
}

function sortKey(key: string): RawBuilder<unknown> {
  const name = key.replace(/^[+-]/, '');
  const direction = key.startsWith('-') ? sql`desc nulls last` : sql`asc nulls first`;
  if (name === '@random') return sql`random()`;
  if (name === '@rowid') return sql`_seq ${direction}`;
  const field = described.fields.find((candidate) => candidate.name === name);
  if (!field) throw badRequest();
  const column = sql.id('t', name);
  return field.type === 'text' ? sql`${column} collate "C" ${direction}` : sql`${column} ${direction}`;
}

function run<T extends Record<string, unknown>>(engine: Engine, statement: RawBuilder<unknown>): Promise<T[]> {
  const { text, values } = compileSql(statement);
  return engine.db.query<T>(text, values);
}
