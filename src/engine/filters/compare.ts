import { type RawBuilder, sql } from 'kysely';
import { compareConstants, isTrue, patternOf } from './compare-constants.ts';
import { json } from './compare-json.ts';
import { type Condition, sign } from './condition.ts';
import {
  type Constant,
  constantNumber,
  constantText,
  type Known,
  numberParameter,
  type Side,
  textOf,
  type Value,
  wholeText,
} from './values.ts';

const mirrored: Record<string, string> = { '=': '=', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' };
const wholeDate = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Compares two single values (wire contract, sections 8 and 27): two constants here and now, everything else in the database. */
export function compare(left: Side, operator: string, right: Side): Condition {
  if (operator === '=' || operator === '!=') {
    return asksForTruth(left, operator, right) ? truthOf(left, operator, right) : compareBoth(left, operator, right);
  }
  // What is nothing is in no order with anything and holds nothing: a guest has no age that could be great enough.
  if (isNothing(left) || isNothing(right)) return false;
  return whereThere([left, right], compareBoth(left, operator, right));
}

/** As SQLite reads `… is not true`. */
function asksForTruth(left: Side, operator: string, right: Side): boolean {
  const isJson = left.type === 'value' && left.kind === 'json' && !left.isLoose;
  return right.type === 'constant' && right.isTruth === true && (operator === '!=' || isJson);
}

function truthOf(left: Side, operator: string, right: Side): Condition {
  const truth = right.type === 'constant' && right.value === true;
  if (left.type === 'constant') return isTrue(left.value) !== truth;
  const number = isNumeric(left) ? numberOf(left) : sql`number_at_start(${bareText(left)})`;
  return sql`(${number} <> 0) is ${operator === '!=' ? sql`not ` : sql``}${truth ? sql`true` : sql`false`}`;
}

function isNothing(side: Side): boolean {
  return side.type === 'constant' && side.value === null;
}

/** A date of no record is nothing, while the empty one of a record is a text. */
function whereThere(sides: Side[], condition: Condition): Condition {
  const presences = sides.flatMap((side) => (side.type === 'value' && side.presence ? [side.presence] : []));
  if (presences.length === 0 || condition === false) return condition;
  return sql`(case when ${sql.join(presences, sql` and `)} then ${condition === true ? sql`true` : condition} end)`;
}

function compareBoth(left: Side, operator: string, right: Side): Condition {
  const isLike = operator === '~' || operator === '!~';
  if (left.type === 'constant' && right.type === 'constant') {
    return compareConstants(isLike ? { ...left, value: wholeText(left) } : left, operator, right);
  }
  if (isLike) return like(left, operator, right);
  if (left.type === 'value') return valueWith(left, operator, right);
  return right.type === 'value' && valueWith(right, mirrored[operator] ?? operator, left);
}

function valueWith(value: Value, operator: string, other: Side): Condition {
  if (value.isSent) return sentItem(value, operator, other);
  if (other.type === 'constant') return withConstant(value, operator, besideKept(value, other));
  return other.isSent ? sentItem(other, mirrored[operator] ?? operator, value) : twoValues(value, operator, other);
}

function sentItem({ isSent: _, ...item }: Value, operator: string, other: Side): Condition {
  const isJson = other.type === 'value' && other.kind === 'json';
  if ((operator !== '=' && operator !== '!=') || isJson || isNumberConstant(other))
    return valueWith(item, operator, other);
  const isColumn = other.type === 'value' && isNumeric(other) && !other.isComputed;
  const [one, two] = isColumn
    ? [sql`text_number(${item.expression})`, numberOf(other)]
    : [item.expression, bareText(other)];
  return operator === '=' ? sql`${one} = ${two}` : sql`${one} is distinct from ${two}`;
}

function isNumberConstant(side: Side): boolean {
  return side.type === 'constant' && (typeof side.value === 'number' || typeof side.value === 'boolean');
}

/** Beside a text or a date that is kept, a part of today is a text. */
function besideKept(kept: Value, { value, isWhole }: Known): Constant {
  const isText = (kept.kind === 'date' || kept.kind === 'text') && !kept.isComputed;
  return isWhole && isText ? String(value) : value;
}

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
      return written(value, operator, constant);
  }
}

function written(value: Value, operator: string, constant: Constant): Condition {
  const isNumber = typeof constant === 'number' || typeof constant === 'boolean';
  // What a function made of a text stays a text beside a number, which comes before every text; a field's text is compared with the number's.
  if (value.isComputed && isNumber) {
    if (operator === '=' || operator === '!=') return operator === '!=';
    return operator.startsWith('>') && isThere({ ...value, isNullable: true });
  }
  if (operator === '=' || operator === '!=')
    return sql`${textOf(value)} ${sign(operator)} ${constantText(constant)}::text`;
  return sql`${bareText(value)} collate "C" ${sign(operator)} ${constantText(constant)}::text`;
}

/** As `textOf`, but what a join did not find is nothing. */
function bareText(side: Side): RawBuilder<unknown> {
  if (side.type === 'constant') return textOf(side);
  if (side.presence) return sql`(case when ${side.presence} then ${textOf(side)} end)`;
  return side.kind === 'text' ? side.expression : textOf(side);
}

function numeric(value: Value, operator: string, constant: Constant): Condition {
  if (value.isComputed && typeof constant === 'string') return beforeTexts(value, operator);
  if (constant === null || constant === '') return emptiness(value, operator);
  const isEquality = operator === '=' || operator === '!=';
  if (value.kind === 'bool' && typeof constant === 'boolean' && isEquality) return truth(value, operator, constant);
  const number = constantNumber(constant);
  // A text that is no number comes after every number.
  if (number === undefined) return operator.startsWith('<') ? isThere(value) : operator === '!=';
  const expression = value.kind === 'bool' ? sql`(${value.expression})::int` : value.expression;
  if (operator === '!=') return sql`${expression} is distinct from ${numberParameter(number)}`;
  return sql`${expression} ${sign(operator)} ${numberParameter(number)}`;
}

function truth({ expression, isNullable }: Value, operator: string, constant: boolean): Condition {
  if (isNullable && operator === '!=') return sql`${expression} is not ${constant ? sql`true` : sql`false`}`;
  return (operator === '=') === constant ? sql`${expression}` : sql`not ${expression}`;
}

// What a function made of numbers is no text's, whatever is in it.
function beforeTexts(value: Value, operator: string): Condition {
  return operator.startsWith('<') ? isThere(value) : operator === '!=';
}

/** True of a value; of nothing it is not known. */
function isThere({ expression, isNullable }: Value): Condition {
  return isNullable ? sql`(case when ${expression} is not null then true end)` : true;
}

function emptiness(value: Value, operator: string): Condition {
  if (operator === '=') return sql`${value.expression} is null`;
  if (operator === '!=') return sql`${value.expression} is not null`;
  // Numbers come before every text, the empty one too.
  return operator === '<' || operator === '<=' ? sql`${value.expression} is not null` : false;
}

function dated(value: Value, operator: string, constant: Constant): Condition {
  const { expression } = value;
  if (value.isComputed && (typeof constant === 'number' || typeof constant === 'boolean')) {
    return operator === '!=' || operator.startsWith('>');
  }
  const text = constantText(constant);
  if (text === '') {
    if (operator === '=' || operator === '<=') return sql`${expression} is null`;
    if (operator === '!=' || operator === '>') return sql`${expression} is not null`;
    return operator === '>=';
  }
  if (!wholeDate.test(text)) return sql`${textOf(value)} collate "C" ${sign(operator)} ${text}::text`;
  if (operator === '!=') return sql`${expression} is distinct from ${text}::timestamptz`;
  const comparison = sql`${expression} ${sign(operator)} ${text}::timestamptz`;
  return operator.startsWith('<')
    ? sql`(${comparison} or ${expression} is null)`
    : sql`(${comparison} and ${expression} is not null)`;
}

function twoValues(left: Value, operator: string, right: Value): Condition {
  if (isNumeric(left) && isNumeric(right)) return nullSafe(numberOf(left), operator, numberOf(right));
  if (left.kind === 'date' && right.kind === 'date') return nullSafe(instantOf(left), operator, instantOf(right));
  if (isNumeric(left)) return withNumber(right, mirrored[operator] ?? operator, left);
  if (isNumeric(right)) return withNumber(left, operator, right);
  if (isUntyped(left) && isUntyped(right)) return untyped(left, operator, right);
  if (operator !== '=' && operator !== '!=') {
    return sql`${bareText(left)} collate "C" ${sign(operator)} ${bareText(right)}`;
  }
  return isStrict(left, right)
    ? nullSafe(bareText(left), operator, bareText(right))
    : nullSafe(filledText(left), operator, filledText(right));
}

/** Beside a value of JSON nothing is not the empty text. */
function isStrict(left: Value, right: Value): boolean {
  return [left, right].some(({ kind, isLoose }) => kind === 'json' && !isLoose);
}

function isNumeric({ kind }: Value): boolean {
  return kind === 'number' || kind === 'bool';
}

function filledText(side: Value): RawBuilder<unknown> {
  return side.kind === 'json' ? sql`coalesce(${textOf(side)}, '')` : textOf(side);
}

/** An empty date is before every other. */
function instantOf({ expression }: Value): RawBuilder<unknown> {
  return sql`coalesce(${expression}, '-infinity')`;
}

function withNumber(side: Value, operator: string, number: Value): Condition {
  if (side.kind === 'json') return jsonWithNumber(side, operator, number);
  // A count has no say beside a field's text: it is compared as a text, too.
  const isText = number.isComputed && !side.isComputed && operator !== '=' && operator !== '!=';
  if (isText) return sql`${bareText(side)} collate "C" ${sign(operator)} ${textOf(number)}`;
  return numberWithText(number, mirrored[operator] ?? operator, side);
}

/** Of JSON, or what a function made: nothing says whether it is a number, but what it is. */
function isUntyped({ kind, isComputed }: Value): boolean {
  return kind === 'json' || (kind === 'text' && isComputed === true);
}

// Numbers are compared as such, texts as such, and a number is before a text.
function untyped(left: Value, operator: string, right: Value): Condition {
  const [one, two] = [ownValue(left), ownValue(right)];
  if (operator === '=' || operator === '!=') {
    return isStrict(left, right) ? nullSafe(one, operator, two) : nullSafe(filled(one), operator, filled(two));
  }
  const isText = (value: RawBuilder<unknown>) => sql`jsonb_typeof(${value}) = 'string'`;
  const numbers = sql`(${one} #>> '{}')::float8 ${sign(operator)} (${two} #>> '{}')::float8`;
  const texts = sql`(${one} #>> '{}') collate "C" ${sign(operator)} (${two} #>> '{}')`;
  return sql`(case when ${one} is null or ${two} is null then null when ${isText(one)} and ${isText(two)} then ${texts}
    when ${isText(one)} then ${operator.startsWith('>') ? sql`true` : sql`false`}
    when ${isText(two)} then ${operator.startsWith('<') ? sql`true` : sql`false`} else ${numbers} end)`;
}

function filled(own: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${own}, '""'::jsonb)`;
}

/** A number or a text, as JSON; nothing is nothing. */
function ownValue({ kind, expression }: Value): RawBuilder<unknown> {
  if (kind !== 'json') return sql`to_jsonb((${expression})::text)`;
  return sql`(case when jsonb_typeof(${expression}) in ('number', 'boolean') then to_jsonb(json_text(${expression})::float8)
    else to_jsonb(json_text(${expression})) end)`;
}

// Beside a number a text inside JSON counts as the number it reads as; any other comes after every number.
function jsonWithNumber(value: Value, operator: string, side: Value): Condition {
  const { expression, isLoose } = value;
  if (isLoose && (operator === '=' || operator === '!=')) {
    return nullSafe(ownValue(value), operator, sql`to_jsonb((${numberOf(side)})::float8)`);
  }
  const read = sql`(case when jsonb_typeof(${expression}) in ('number', 'boolean') then json_text(${expression})::float8
    else text_number(json_text(${expression})) end)`;
  const isText = sql`(${read} is null and json_text(${expression}) is not null)`;
  if (operator === '=') return sql`(not ${isText} and ${nullSafe(read, operator, numberOf(side))})`;
  if (operator === '!=') return sql`(${isText} or ${nullSafe(read, operator, numberOf(side))})`;
  const otherwise = operator.startsWith('>') ? sql`${numberOf(side)} is not null` : sql`false`;
  return sql`(case when ${isText} then ${otherwise} else ${read} ${sign(operator)} ${numberOf(side)} end)`;
}

// A number and a text are never the same, but when both are empty. In order, a text that reads as a number counts as one; any other comes
// after every number.
function numberWithText(number: Value, operator: string, text: Value): Condition {
  const expression = numberOf(number);
  const isEmpty = sql`(${expression} is null and ${textOf(text)} = '')`;
  if (operator === '=') return isEmpty;
  if (operator === '!=') return sql`not ${isEmpty}`;
  const written = bareText(text);
  const read = number.isComputed && text.isComputed ? sql`null::float8` : sql`text_number(${written})`;
  const otherwise = operator.startsWith('<') ? sql`true` : sql`false`;
  return sql`(case when ${expression} is null or ${written} is null then null when ${read} is null then ${otherwise}
    else ${expression} ${sign(operator)} ${read} end)`;
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
  // The reference breaks the list that it would look in: the rule lets nobody in.
  if (right.type === 'value' && right.isSent) return false;
  const pattern = right.type === 'constant' ? sql`${patternOf(right)}::text` : sql`'%' || ${bareText(right)} || '%'`;
  return operator === '~' ? sql`${bareText(left)} ilike ${pattern}` : sql`${bareText(left)} not ilike ${pattern}`;
}
