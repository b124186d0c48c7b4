import { sql } from 'kysely';
import { canonicalJson } from '../canonical-json.ts';
import { type Field, findField, holdsItems, isMultiple } from '../collections/collection.ts';
import { castValue } from '../fields/cast-value.ts';
import { plainNumber } from '../fields/plain-number.ts';
import { compare } from './compare.ts';
import { FilterError, quoted } from './filter-error.ts';
import { type Origin, resolveOrNothing, resolvePath } from './resolve-path.ts';
import type { Scope } from './scope.ts';
import { constantOf, nothing, staticValue } from './static-value.ts';
import type { Side } from './values.ts';

/** What `@request.body.…` stands for: a field's value as it would be stored, or whatever else was sent. */
export function resolveSent(scope: Scope, base: Origin, path: string[], modifier: string): Side {
  const { body } = scope.request;
  const [name = '', ...rest] = path;
  const field = findField(base.collection, name);
  if (!field) return staticValue(base, body, path, modifier);
  if (rest.length === 0) return sentField(scope, base, field, modifier);
  if (field.type === 'relation') return sentRelation(scope, field, rest, modifier);
  const values = Object.hasOwn(body, name) ? { [name]: castValue(field, body[name]) } : {};
  return staticValue(base, values, path, modifier);
}

function sentRelation(
  scope: Scope,
  field: Extract<Field, { type: 'relation' }>,
  rest: string[],
  modifier: string,
): Side {
  const target = scope.engine.collections.find(field.collectionId);
  const ids = [castValue(field, scope.request.body[field.name])].flat().map(String).filter(Boolean);
  return target && ids.length > 0 ? resolveOrNothing(scope, scope.joinIds(target, ids), rest, modifier) : nothing;
}

function sentField(scope: Scope, base: Origin, field: Field, modifier: string): Side {
  const isSet = Object.hasOwn(scope.request.body, field.name);
  switch (modifier) {
    case 'isset':
      return { type: 'constant', value: isSet, isTruth: true };
    case 'changed':
      return isSet ? changed(scope, base, field) : { type: 'constant', value: false };
    case 'lower':
      return { type: 'constant', value: isSet ? writtenText(field, scope.request.body[field.name]).toLowerCase() : '' };
    case 'each':
    case 'length':
      return sentItems(scope, field, modifier);
    default:
      return isSet ? sentValue(field, scope.request.body[field.name]) : nothing;
  }
}

// Of JSON it is the text that is compared, in which texts have their quotes.
function sentValue(field: Field, input: unknown): Side {
  return field.type === 'json'
    ? { type: 'constant', value: jsonText(field, input) }
    : constantOf(castValue(field, input));
}

function jsonText(field: Field, input: unknown): string {
  const isText = typeof input === 'string' && castValue(field, input) !== input;
  return isText ? input : canonicalJson(input ?? null);
}

/** A list has no text of its own. */
function writtenText(field: Field, input: unknown): string {
  if (field.type === 'json') return jsonText(field, input);
  const value = castValue(field, input);
  if (typeof value === 'number') return plainNumber(value);
  return Array.isArray(value) ? '' : String(constantOf(value).value);
}

function sentItems(scope: Scope, field: Field, modifier: 'each' | 'length'): Side {
  if (!holdsItems(field)) {
    throw new FilterError(`field ${quoted(field.name)} doesn't support multivalue operations`);
  }
  const isSet = Object.hasOwn(scope.request.body, field.name);
  const items = isSet ? [castValue(field, scope.request.body[field.name])].flat() : [];
  if (modifier === 'length') return { type: 'constant', value: items.length };
  const alias = scope.joinEach(sql`${JSON.stringify(items)}::jsonb`, `@body.${field.name}`);
  const expression = sql`${sql.id(alias, 'value')}`;
  const isMany = isMultiple(field);
  return { type: 'value', kind: 'text', expression, isComputed: true, isMany, isNullable: true, isSent: true };
}

function changed(scope: Scope, base: Origin, field: Field): Side {
  const stored = resolvePath(scope, base, [field.name], '');
  const isOther = compare(sentValue(field, scope.request.body[field.name]), '!=', stored);
  if (typeof isOther === 'boolean') return { type: 'constant', value: isOther };
  return { type: 'value', kind: 'bool', expression: sql`(${isOther})`, isMany: false, isNullable: false };
}
