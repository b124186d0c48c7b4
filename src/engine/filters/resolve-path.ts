import { type RawBuilder, sql } from 'kysely';
import { type Collection, columnOf, type Field, findField, holdsItems, isMultiple } from '../collections/collection.ts';
import { FilterError, quoted, unknownField } from './filter-error.ts';
import { explainBackRelation, findBackRelation } from './find-back-relation.ts';
import type { Scope } from './scope.ts';
import { checkField, seeField } from './see-field.ts';
import { nothing } from './static-value.ts';
import { type Side, textOf, type Value } from './values.ts';

const maxHops = 6;

/** Where a path starts: a table's alias in the scope, and whether rows of it can be many or missing. */
export type Origin = {
  collection: Collection;
  alias: string;
  isMany: boolean;
  isNullable: boolean;
  /** A record that is to be made: its values are of no column, so that neither a text counts as a number nor a number as its text. */
  isMade?: true;
};

/** The value that a path of fields leads to from a row, with the joins it needs added to the scope. Throws a FilterError. */
export function resolvePath(scope: Scope, origin: Origin, path: string[], modifier: string): Side {
  let at = origin;
  for (let index = 0; index < path.length; index++) {
    const step = takeStep(scope, at, { name: path[index] ?? '', rest: path.slice(index + 1), modifier, index });
    if (!('alias' in step)) return step;
    at = step;
  }
  throw new FilterError(`failed to resolve field ${quoted(path.join('.'))}`);
}

/** The same for a path of the request, where a field that there isn't is nothing, not an error. */
export function resolveOrNothing(scope: Scope, origin: Origin, path: string[], modifier: string): Side {
  try {
    return resolvePath(scope, origin, path, modifier);
  } catch (error) {
    if (error instanceof FilterError && error.isUnknown) return nothing;
    throw error;
  }
}

type Step = { name: string; rest: string[]; modifier: string; index: number };

/** The value that the path ends with, or the row that it goes on from. */
function takeStep(scope: Scope, at: Origin, { name, rest, modifier, index }: Step): Side | Origin {
  const field = findField(at.collection, name);
  if (!field && rest.length === 0) throw unknownField(`unknown field ${quoted(name)}`);
  if (!field) {
    checkHops(name, index);
    const back = findBackRelation(scope.engine, at.collection, name);
    if (back) {
      checkField(scope, { collection: back.from, alias: 't' }, back.field);
      return scope.joinBack(at, back);
    }
    throw unknownField(explainBackRelation(scope.engine, name));
  }
  checkField(scope, at, field, rest.length === 0);
  if (rest.length === 0) return finish(scope, at, field, modifier);
  if (field.type === 'json' || field.type === 'geoPoint') return jsonPath(at, field, { rest, modifier });
  checkHops(name, index);
  if (field.type !== 'relation') throw new FilterError(`field ${quoted(name)} is not a valid relation`);
  // The id of a single relation is its own column: no join is needed.
  if (rest.length === 1 && rest[0] === 'id' && !isMultiple(field)) return finish(scope, at, field, modifier);
  return scope.joinRelation(at, field);
}

function checkHops(name: string, index: number): void {
  if (index >= maxHops) throw new FilterError(`max nested relations reached for field ${quoted(name)}`);
}

function column(at: Origin, field: Field): RawBuilder<unknown> {
  return sql`${sql.id(at.alias, columnOf(field))}`;
}

function finish(scope: Scope, at: Origin, field: Field, modifier: string): Side {
  if (isMultiple(field)) return finishMultiple(scope, at, field, modifier);
  const value = seeField(scope, at, field, asMade(at, plainValue(at, field)));
  if (modifier === 'length' && holdsItems(field)) {
    const expression = sql`(case when coalesce(${value.expression}, '') = '' then 0 else 1 end)`;
    return { ...value, kind: 'number', expression, isComputed: true, isNullable: false };
  }
  if (modifier === 'lower')
    return { ...value, kind: 'text', isComputed: true, expression: sql`lower(${asText(value)})` };
  if (modifier === 'each' && holdsItems(field)) return { ...value, isComputed: true };
  return value;
}

function asText(value: Value): RawBuilder<unknown> {
  return value.kind === 'text' ? sql`(${value.expression})::text` : textOf(value);
}

function asMade(at: Origin, value: Value): Value {
  return at.isMade ? { ...value, isComputed: true } : value;
}

function plainValue(at: Origin, field: Field): Value {
  const base = { type: 'value' as const, expression: column(at, field), isMany: at.isMany };
  switch (field.type) {
    case 'number':
      return { ...base, kind: 'number', isNullable: at.isNullable };
    case 'bool':
      return { ...base, kind: 'bool', isNullable: at.isNullable };
    case 'date':
    case 'autodate':
      return { ...base, kind: 'date', isNullable: true, ...(at.isNullable ? { presence: presenceOf(at) } : {}) };
    case 'json':
    case 'geoPoint':
      return { ...base, kind: 'json', isNullable: true };
    default:
      return { ...base, kind: 'text', isNullable: at.isNullable };
  }
}

function presenceOf(at: Origin): RawBuilder<unknown> {
  return sql`${sql.id(at.alias, 'id')} is not null`;
}

function finishMultiple(scope: Scope, at: Origin, field: Field, modifier: string): Side {
  const list = column(at, field);
  if (modifier === 'length') {
    const expression = sql`(case jsonb_typeof(${list}) when 'array' then jsonb_array_length(${list}) else 0 end)`;
    return { type: 'value', kind: 'number', expression, isComputed: true, isMany: at.isMany, isNullable: false };
  }
  if (modifier === 'each') {
    const alias = scope.joinEach(list, `${at.alias}.${field.name}`);
    const expression = sql`${sql.id(alias, 'value')}`;
    return { type: 'value', kind: 'text', expression, isComputed: true, isMany: true, isNullable: true };
  }
  // As the reference stores it: a JSON text without blanks.
  const text = sql`compact_json(${list})`;
  const value = { type: 'value' as const, kind: 'text' as const, isMany: at.isMany, isNullable: at.isNullable };
  return modifier === 'lower'
    ? { ...value, isComputed: true, expression: sql`lower(${text})` }
    : asMade(at, { ...value, expression: text });
}

// A modifier is part of the last key, without its colon, as in the reference.
function jsonPath(at: Origin, field: Field, { rest, modifier }: { rest: string[]; modifier: string }): Value {
  const path = [...rest.slice(0, -1), `${rest.at(-1) ?? ''}${modifier}`];
  const expression = sql`(${column(at, field)} #> ${path}::text[])`;
  return { type: 'value', kind: 'json', expression, isMany: at.isMany, isNullable: true };
}
