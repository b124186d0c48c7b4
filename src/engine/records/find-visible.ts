import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { RuleRequest } from '../filters/rule-request.ts';

type Question = {
  collection: Collection;
  request: RuleRequest;
  /** In the language of rules: `@request.auth` may be named. */
  filter: string;
};

/** The rows that both a filter and the collection's list rule let somebody see, all of them, in the order of insertion. */
export async function findVisible(engine: Engine, { collection, request, filter }: Question): Promise<Row[]> {
  if (collection.listRule === null) return [];
  const conditions = [collection.listRule, filter]
    .filter((text) => text !== '')
    .map((text) => {
      const condition = compileFilter(engine, { collection, filter: text, request, mode: 'rule', alias: 't' });
      return typeof condition === 'boolean' ? booleanOf(condition) : condition;
    });
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const query = compileSql(sql`select t.* from ${sql.table(collection.name)} as t ${where} order by t._seq`);
  return engine.db.query(query.text, query.values);
}

function booleanOf(condition: boolean): RawBuilder<unknown> {
  return condition ? sql`true` : sql`false`;
}
