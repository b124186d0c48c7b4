import { type RawBuilder, sql } from 'kysely';
import { compareConstants } from './compare-constants.ts';
import { likePattern } from './match-like.ts';
import { constantNumber, constantText, numberParameter, type Side, textOf, type Value } from './values.ts';

export type Condition = RawBuilder<unknown> | boolean;

const mirrored: Record<string, string> = { '=': '=', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' };
const wholeDate = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Compares two single values (wire contract, sections 8 and 27): two constants here and now, everything else in the database. */
export function compare(left: Side, operator: string, right: Side): Condition {
  if (left.type === 'constant' && right.type === 'constant') return compareConstants(left.value, operator, right.value);
  if (operator === '~' || operator === '!~') return like(left, operator, right);
  if (left.type === 'value') {
    return right.type === 'constant' ? withConstant(left, operator, right.value) : twoValues(left, operator, right);
  }
  return right.type === 'value' ? withConstant(right, mirrored[operator] ?? operator, left.value) : false;
}

const signs: Record<string, RawBuilder<unknown>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
};

function sign(operator: string): RawBuilder<unknown> {
  return signs[operator] ?? sql`=`;
}

type Constant = string | number | boolean | null;

function withConstant(value: Value, operator: string, constant: Constant): Condition {
  switch (value.kind) {
    case 'number':
    case 'bool':
      return numeric(value, operator, constant);
    case 'date':
      return dated(value, operator, constant);
    case 'json':
      return json(value, operator, constant);
    default:
      return sql`${inOrder(textOf(value), operator)} ${sign(operator)} ${constantText(constant)}::text`;
  }
}

// Byte order, as the reference compares; equality needs no collation and can then use any index.
function inOrder(text: RawBuilder<unknown>, operator: string): RawBuilder<unknown> {
  return operator === '=' || operator === '!=' ? text : sql`${text} collate "C"`;
}

function numeric(value: Value, operator: string, constant: Constant): Condition {
  if (constant === null || constant === '') return emptiness(value, operator);
  if (value.kind === 'bool' && typeof constant === 'boolean' && (operator === '=' || operator === '!=')) {
    const truth = value.isNullable ? sql`coalesce(${value.expression}, false)` : value.expression;
    return (operator === '=') === constant ? sql`${truth}` : sql`not ${truth}`;
  }
  const number = constantNumber(constant);
  // A text that is no number comes after every number.
  if (number === undefined) return operator === '!=' || operator === '<' || operator === '<=';
  const expression = value.kind === 'bool' ? sql`(${value.expression})::int` : value.expression;
  if (operator === '!=') return sql`${expression} is distinct from ${numberParameter(number)}`;
  return sql`${expression} ${sign(operator)} ${numberParameter(number)}`;
}

function emptiness(value: Value, operator: string): Condition {
  if (operator === '=') return sql`${value.expression} is null`;
  if (operator === '!=') return sql`${value.expression} is not null`;
  // Numbers come before every text, the empty one too.
  return operator === '<' || operator === '<=' ? sql`${value.expression} is not null` : false;
}

function dated(value: Value, operator: string, constant: Constant): Condition {
  const { expression } = value;
  const text = constantText(constant);
  if (text === '') {
    if (operator === '=' || operator === '<=') return sql`${expression} is null`;
    if (operator === '!=' || operator === '>') return sql`${expression} is not null`;
    return operator === '>=';
  }
  if (!wholeDate.test(text)) return sql`${textOf(value)} collate "C" ${sign(operator)} ${text}::text`;
  if (operator === '!=') return sql`${expression} is distinct from ${text}::timestamptz`;
  const comparison = sql`${expression} ${sign(operator)} ${text}::timestamptz`;
  return operator === '<' || operator === '<=' ? sql`(${comparison} or ${expression} is null)` : comparison;
}

function json(value: Value, operator: string, constant: Constant): Condition {
  const { expression } = value;
  if (constant === null) {
    const isNull = sql`(${expression} is null or jsonb_typeof(${expression}) = 'null')`;
    if (operator === '=') return isNull;
    return operator === '!=' ? sql`not ${isNull}` : false;
  }
  if (typeof constant === 'string') {
    const text = sql`json_text(${expression})`;
    if (operator === '!=') return sql`${text} is distinct from ${constant}::text`;
    return sql`${inOrder(text, operator)} ${sign(operator)} ${constant}::text`;
  }
  const number = sql`(case jsonb_typeof(${expression}) when 'number' then (${expression} #>> '{}')::float8
    when 'boolean' then (${expression} #>> '{}')::boolean::int end)`;
  const parameter = sql`${Number(constant)}::float8`;
  return operator === '!='
    ? sql`${number} is distinct from ${parameter}`
    : sql`${number} ${sign(operator)} ${parameter}`;
}

function twoValues(left: Value, operator: string, right: Value): Condition {
  const isNumeric = (side: Value) => side.kind === 'number' || side.kind === 'bool';
  if (isNumeric(left) && isNumeric(right)) return nullSafe(numberOf(left), operator, numberOf(right));
  if (left.kind === 'date' && right.kind === 'date') return nullSafe(left.expression, operator, right.expression);
  if (isNumeric(left) && right.kind === 'text') return numberWithText(left, operator, right);
  if (left.kind === 'text' && isNumeric(right)) return numberWithText(right, mirrored[operator] ?? operator, left);
  return nullSafe(inOrder(textOf(left), operator), operator, textOf(right));
}

// A number and a text are never the same, but when both are empty. In order, a text that reads as a number counts as one; any other comes
// after every number.
function numberWithText(number: Value, operator: string, text: Value): Condition {
  const expression = numberOf(number);
  const isEmpty = sql`(${expression} is null and ${textOf(text)} = '')`;
  if (operator === '=') return isEmpty;
  if (operator === '!=') return sql`not ${isEmpty}`;
  const read = sql`text_number(${textOf(text)})`;
  const otherwise = operator === '<' || operator === '<=' ? sql`true` : sql`false`;
  return sql`(case when ${read} is null then ${otherwise} else ${expression} ${sign(operator)} ${read} end)`;
}

function numberOf(side: Value): RawBuilder<unknown> {
  return side.kind === 'bool' ? sql`(${side.expression})::int` : side.expression;
}

function nullSafe(left: RawBuilder<unknown>, operator: string, right: RawBuilder<unknown>): Condition {
  if (operator === '=') return sql`${left} is not distinct from ${right}`;
  if (operator === '!=') return sql`${left} is distinct from ${right}`;
  return sql`${left} ${sign(operator)} ${right}`;
}

function like(left: Side, operator: string, right: Side): Condition {
  const pattern =
    right.type === 'constant'
      ? sql`${likePattern(typeof right.value === 'number' ? String(right.value) : constantText(right.value))}::text`
      : sql`'%' || ${textOf(right)} || '%'`;
  const condition = sql`${textOf(left)} ilike ${pattern}`;
  return operator === '~' ? condition : sql`(${condition}) is not true`;
}
