import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import { databaseErrorCode, type Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { withFittingNumbers } from '../fields/whole-numbers.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { recordAsRow } from './record-as-row.ts';

type Subject = { collection: Collection; rule: string; request: RuleRequest; db?: Queryable };

/** True when the stored record meets the rule. A rule that can't be understood lets nobody in. */
export async function satisfiesRule(engine: Engine, subject: Subject & { recordId: string }): Promise<boolean> {
  const { collection, recordId, db } = subject;
  const condition = compileRule(engine, subject);
  if (typeof condition === 'boolean') return condition;
  return holds(
    db ?? engine.db,
    sql`select 1 from ${sql.table(collection.name)} as t where t.id = ${recordId} and ${condition}`,
  );
}

/** The same for a record that is not stored yet: its address cannot be verified, and it was not made at any time. */
export function satisfiesCreateRule(engine: Engine, subject: Subject & { record: RecordValues }): Promise<boolean> {
  const dates = subject.collection.fields.filter(({ type }) => type === 'autodate').map(({ name }) => [name, '']);
  const record = { ...subject.record, ...Object.fromEntries(dates), verified: false };
  return satisfiesRuleByValues(engine, { ...subject, record });
}

/** The same for a record that is stored no more: a row made of its values. */
async function satisfiesRuleByValues(engine: Engine, subject: Subject & { record: RecordValues }): Promise<boolean> {
  const { collection, record, db } = subject;
  const condition = compileRule(engine, { ...subject, isMade: true });
  if (typeof condition === 'boolean') return condition;
  const isMetBy = (values: RecordValues) =>
    holds(db ?? engine.db, sql`select 1 from ${recordAsRow(collection, values)} as t where ${condition}`);
  try {
    return await isMetBy(record);
  } catch (error) {
    if (!isUnfit(error)) throw error;
  }
  // Numbers that the table can't hold (half a minute) are refused at their field, so the rule goes by the other values. Other such values
  // make no row, and no rule is met.
  try {
    return await isMetBy(withFittingNumbers(collection, record));
  } catch (error) {
    if (isUnfit(error)) return false;
    throw error;
  }
}

function isUnfit(error: unknown): boolean {
  return databaseErrorCode(error)?.startsWith('22') === true;
}

async function holds(db: Queryable, statement: RawBuilder<unknown>): Promise<boolean> {
  const { text, values } = compileSql(statement);
  return (await db.query(text, values)).length > 0;
}
