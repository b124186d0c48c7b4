import { sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { forbidden, notFound } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { presentRecord } from './present-records.ts';
import { queryRows } from './query-rows.ts';
import { findRow } from './record-store.ts';

/** GET /api/collections/:collection/records/:id (wire contract, section 9). */
export function viewRecordRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections/:collection/records/:id',
    async handle(request) {
      const collection = engine.collections.find(request.params.collection ?? '');
      if (!collection) throw notFound('Missing collection context.');
      const ruleRequest = ruleRequestOf(request);
      const row = await findViewable(engine, collection, { id: request.params.id ?? '', request: ruleRequest });
      if (!row) throw notFound();
      return {
        status: 200,
        body: await presentRecord(engine, { collection, row, request: ruleRequest, expand: request.query.expand }),
      };
    },
  };
}

/** The row, when the viewRule lets the asking person see it: one query at most. */
async function findViewable(
  engine: Engine,
  collection: Collection,
  { id, request }: { id: string; request: RuleRequest },
): Promise<Row | undefined> {
  const rule = request.auth?.isSuperuser ? '' : collection.viewRule;
  if (rule === null) throw forbidden('Only superusers can perform this action.');
  const allowed = compileRule(engine, { collection, rule, request });
  if (allowed === false) return undefined;
  if (allowed === true && collection.type !== 'view') return findRow(engine.db, collection, id);
  const condition = allowed === true ? sql`` : sql` and ${allowed}`;
  const { text, values } = compileSql(
    sql`select t.* from ${sql.table(collection.name)} as t where t.id = any (${[id]}::text[])${condition}`,
  );
  if (collection.type === 'view') return (await queryRows(engine, collection, { text, values }))[0];
  return engine.db.findById({ text, values: values.slice(1), id });
}
