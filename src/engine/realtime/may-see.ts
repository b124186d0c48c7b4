import { sql } from 'kysely';
import type { Rule } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { ApiError } from '../http/api-error.ts';
import { recordAsRow } from '../records/record-as-row.ts';
import { satisfiesRuleByValues } from '../records/satisfies-rule.ts';
import type { Change } from './deliver.ts';

type Question = { change: Change; rule: Rule; filter: string; request: RuleRequest };

/**
 * True when a subscriber may hear of a change: the rule lets them, and their own filter, which may ask what clients may, wants it. Both are asked
 * of the values that would be sent: the stored record may have changed again since.
 */
export async function maySee(engine: Engine, question: Question): Promise<boolean> {
  return (await isAllowed(engine, question)) && (question.filter === '' || isWanted(engine, question));
}

async function isAllowed(engine: Engine, { change, rule, request }: Question): Promise<boolean> {
  if (request.auth?.isSuperuser) return true;
  if (rule === null || rule === '') return rule === '';
  const { collection, record } = change;
  return satisfiesRuleByValues(engine, { collection, rule, request, record });
}

async function isWanted(engine: Engine, { change, filter, request }: Question): Promise<boolean> {
  const isSuperuser = request.auth?.isSuperuser === true;
  if (!isSuperuser && /@(?:collection|request)\./.test(filter)) return false;
  try {
    const mode = isSuperuser ? 'superuser' : 'client';
    const { collection, record } = change;
    const condition = compileFilter(engine, { collection, filter, request, mode, alias: 't' });
    if (typeof condition === 'boolean') return condition;
    const { text, values } = compileSql(sql`select 1 from ${recordAsRow(collection, record)} as t where ${condition}`);
    return (await engine.db.query(text, values)).length > 0;
  } catch (error) {
    if (error instanceof FilterError || error instanceof ApiError) return false;
    throw error;
  }
}
