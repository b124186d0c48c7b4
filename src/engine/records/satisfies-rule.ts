import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import { rowFromRecord } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { Condition } from '../filters/compare.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import type { RuleRequest } from '../filters/rule-request.ts';

type Subject = { collection: Collection; rule: string; request: RuleRequest; db?: Queryable };

/** True when the stored record meets the rule. A rule that can't be understood lets nobody in. */
export async function satisfiesRule(engine: Engine, subject: Subject & { recordId: string }): Promise<boolean> {
  const { collection, recordId, db } = subject;
  const condition = conditionOf(engine, subject);
  if (typeof condition === 'boolean') return condition;
  return holds(
    db ?? engine.db,
    sql`select 1 from ${sql.table(collection.name)} as t where t.id = ${recordId} and ${condition}`,
  );
}

/** The same for a record that is not stored yet: a row made of its values. */
export async function satisfiesCreateRule(
  engine: Engine,
  subject: Subject & { record: RecordValues },
): Promise<boolean> {
  const { collection, record, db } = subject;
  const condition = conditionOf(engine, subject);
  if (typeof condition === 'boolean') return condition;
  const { columns, values } = rowFromRecord(collection, { ...record, verified: false });
  const row = Object.fromEntries(columns.map((column, index) => [column, jsonOf(collection, column, values[index])]));
  return holds(
    db ?? engine.db,
    sql`select 1 from jsonb_populate_record(null::${sql.table(collection.name)}, ${JSON.stringify(row)}::jsonb) as t where ${condition}`,
  );
}

// Values of jsonb columns are JSON texts already.
function jsonOf(collection: Collection, column: string, value: unknown): unknown {
  const type = collection.fields.find((field) => field.name === column)?.type;
  const isJson = type === 'json' || type === 'geoPoint' || (typeof value === 'string' && value.startsWith('['));
  if (!isJson || typeof value !== 'string' || type === 'text' || type === 'editor') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function conditionOf(engine: Engine, { collection, rule, request }: Subject): Condition {
  if (rule === '') return true;
  try {
    return compileFilter(engine, { collection, filter: rule, request, mode: 'rule', alias: 't' });
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}

async function holds(db: Queryable, statement: RawBuilder<unknown>): Promise<boolean> {
  const { text, values } = compileSql(statement);
  return (await db.query(text, values)).length > 0;
}
