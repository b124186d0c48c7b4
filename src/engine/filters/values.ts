import { type RawBuilder, sql } from 'kysely';
import { plainNumber } from '../fields/plain-number.ts';

/** What is known here and now. */
export type Constant = string | number | boolean | null;

/**
 * One side of a comparison. A constant is known here; a value is an expression of the database with the kind of its field. `isMany` marks
 * values that come from several rows; `isNullable` those that a left join may leave empty.
 */
export type Side =
  | {
      type: 'constant';
      value: Constant;
      /** A part of today, which as a text has no decimals; other numbers have. */
      isWhole?: true;
      /** A field of the caller's, beside which texts count as the numbers they read as, or numbers as their texts. */
      column?: 'text' | 'number';
      /** Whether something was sent: what is compared with it by `!=` is asked whether it is true. */
      isTruth?: true;
      /** A value that the request brought along. */
      isSent?: true;
    }
  | {
      type: 'value';
      kind: 'text' | 'number' | 'bool' | 'date' | 'json';
      expression: RawBuilder<unknown>;
      isNullable: boolean;
      isMany: boolean;
      /** A text or number that a function made, not one that is kept. */
      isComputed?: true;
      /** An item of a list that was sent: where there is none, it is not the empty text, and different from everything. */
      isSent?: true;
      /** Of JSON, where nothing counts as an empty text for once. */
      isLoose?: true;
      /** Whether there is a record that the value is of, where a join may have found none and nothing else tells. */
      presence?: RawBuilder<unknown>;
    };

export type Value = Extract<Side, { type: 'value' }>;
export type Known = Extract<Side, { type: 'constant' }>;

/** A column of dates as wire text; empty ones are `''`. */
export function dateTextOf(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"'), '')`;
}

/** A side as text, as the reference's text comparison sees it. */
export function textOf(side: Side): RawBuilder<unknown> {
  if (side.type === 'constant') return sql`${constantText(wholeText(side))}::text`;
  switch (side.kind) {
    case 'text':
      return side.isNullable ? sql`coalesce(${side.expression}, '')` : side.expression;
    case 'date':
      return dateTextOf(side.expression);
    case 'bool':
      return sql`(${side.expression})::int::text`;
    case 'json':
      return sql`json_text(${side.expression})`;
    default:
      return sql`number_text(${side.expression})`;
  }
}

/** A constant as text: whole numbers as the reference writes floats. */
export function constantText(value: Constant): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value;
}

/** A constant, or a part of today as its text. */
export function wholeText({ value, isWhole }: Known): Constant {
  return isWhole ? String(value) : value;
}

/** A constant as what is looked for in a text, where numbers have neither an exponent nor decimals that say nothing. */
export function patternText(value: Constant): string {
  return typeof value === 'number' ? plainNumber(value) : constantText(value);
}

/** A constant as a number, undefined when it is none. */
export function constantNumber(value: Constant): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())) return undefined;
  return Number(value);
}

/** A number as a parameter: whole ones as bigint, so that indexes of integer columns can be used. */
export function numberParameter(value: number): RawBuilder<unknown> {
  return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::float8`;
}
