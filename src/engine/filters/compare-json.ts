import { sql } from 'kysely';
import { canonicalJson } from '../canonical-json.ts';
import { type Condition, sign } from './condition.ts';
import type { Constant, Value } from './values.ts';

/** Compares a value of JSON with what is known. */
export function json(value: Value, operator: string, constant: Constant): Condition {
  const isEquality = operator === '=' || operator === '!=';
  if (isEquality && typeof constant === 'string' && isJsonText(constant)) return jsonWhole(value, operator, constant);
  const { expression } = value;
  if (constant === null) {
    const isNull = sql`(${expression} is null or jsonb_typeof(${expression}) = 'null')`;
    if (operator === '=') return isNull;
    return operator === '!=' ? sql`not ${isNull}` : false;
  }
  const kind = sql`jsonb_typeof(${expression})`;
  const [isNumber, isText] = [sql`${kind} in ('number', 'boolean')`, sql`${kind} in ('string', 'array', 'object')`];
  // Numbers and truths come before every text, and are never the same as one; lists and objects are texts.
  const [isOwn, own, given, isOther, otherwise] =
    typeof constant === 'string'
      ? [isText, sql`json_text(${expression})`, sql`${constant}::text`, isNumber, operator.startsWith('<')]
      : [
          isNumber,
          sql`json_text(${expression})::float8`,
          sql`${Number(constant)}::float8`,
          isText,
          operator.startsWith('>'),
        ];
  const same = sql`(case when ${isOwn} then ${own} end)`;
  if (operator === '=') return sql`${same} is not distinct from ${given}`;
  if (operator === '!=') return sql`${same} is distinct from ${given}`;
  const ordered = typeof constant === 'string' ? sql`${own} collate "C"` : own;
  return sql`(case when ${isOwn} then ${ordered} ${sign(operator)} ${given} when ${isOther} then ${otherwise ? sql`true` : sql`false`} end)`;
}

/** A list or an object, written as the reference keeps it. */
function isJsonText(text: string): boolean {
  if (!/^(?:\[.*\]|\{.*\})$/s.test(text)) return false;
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

// The order of keys in the database says nothing.
function jsonWhole({ expression }: Value, operator: string, text: string): Condition {
  const same = sql`(case jsonb_typeof(${expression}) when 'string' then json_text(${expression}) = ${text}::text else ${expression} = ${text}::jsonb end)`;
  return operator === '=' ? sql`${same} is true` : sql`${same} is not true`;
}
