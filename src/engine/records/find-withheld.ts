import { type RawBuilder, sql } from 'kysely';
import type { Collection, Field } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { compileRule } from '../filters/compile-rule.ts';
import { compileSql } from '../filters/compile-sql.ts';
import type { RuleRequest } from '../filters/rule-request.ts';

type Question = {
  collection: Collection;
  request: RuleRequest;
  rows: readonly Row[];
  /** What to ask instead of the table. */
  told?: RawBuilder<unknown>;
};

/** The names of the fields that not everybody is shown. */
export function keptFields({ fields }: Collection): string[] {
  return fields.filter(isKept).map(({ name }) => name);
}

/**
 * The names of the fields that a viewer is not shown of each row (`seenBy`), told by the row's id. Costs one query where the request alone does
 * not tell, nor, of a single row, its own relations; none for collections that withhold nothing.
 */
export async function findWithheld(
  engine: Engine,
  { collection, request, rows, told }: Question,
): Promise<(id: string) => readonly string[]> {
  const kept = collection.fields.filter(isKept);
  if (kept.length === 0 || rows.length === 0 || request.auth?.isSuperuser) return () => [];
  const rules = [...new Set(kept.map(({ seenBy }) => seenBy ?? null))];
  // Of many rows one question is cheaper than reading the rule for each.
  const row = rows.length === 1 && !told ? rows[0] : undefined;
  const conditions = rules.map((rule) => rule !== null && compileRule(engine, { collection, rule, request, row }));
  const open = conditions.filter((condition) => typeof condition !== 'boolean');
  const answers =
    open.length > 0
      ? await ask(engine, { told: told ?? sql.table(collection.name), rows, open })
      : new Map<string, Row>();
  return (id) =>
    kept.flatMap(({ name, seenBy }) => {
      const condition = conditions[rules.indexOf(seenBy ?? null)] ?? false;
      if (typeof condition === 'boolean') return condition ? [] : [name];
      return answers.get(id)?.[`c${open.indexOf(condition)}`] === true ? [] : [name];
    });
}

function isKept({ seenBy }: Field): boolean {
  return seenBy !== undefined && seenBy !== '';
}

async function ask(
  engine: Engine,
  { told, rows, open }: { told: RawBuilder<unknown>; rows: readonly Row[]; open: RawBuilder<unknown>[] },
): Promise<Map<string, Row>> {
  const columns = open.map((condition, index) => sql`(${condition}) as ${sql.id(`c${index}`)}`);
  const ids = rows.map((row) => String(row.id));
  const { text, values } = compileSql(
    sql`select t.id, ${sql.join(columns)} from ${told} as t where t.id = any (${ids}::text[])`,
  );
  return new Map((await engine.db.query(text, values)).map((row) => [String(row.id), row]));
}
