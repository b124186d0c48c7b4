import { sql } from 'kysely';
import { type Collection, columnOf, type Field, findField, isMultiple } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import { castValue } from '../fields/cast-value.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { FilterError, quoted } from './filter-error.ts';
import { resolveMacro } from './macros.ts';
import type { Operand } from './parse-filter.ts';
import { resolveCall } from './resolve-call.ts';
import { type Origin, resolvePath } from './resolve-path.ts';
import type { Scope } from './scope.ts';
import { constantNumber, type Side } from './values.ts';

const nothing: Side = { type: 'constant', value: null };

/** What an operand of a filter stands for (wire contract, section 8). Throws a FilterError for an unknown name. */
export function resolveOperand(scope: Scope, base: Origin, operand: Operand): Side {
  switch (operand.type) {
    case 'number':
    case 'text':
      return { type: 'constant', value: operand.value };
    case 'call':
      return resolveCall(scope, operand, (argument) => resolveOperand(scope, base, argument));
    default:
      return resolveIdentifier(scope, base, operand.text);
  }
}

function resolveIdentifier(scope: Scope, base: Origin, text: string): Side {
  const macro = resolveMacro(text, scope.engine.clock.nowMs());
  if (typeof macro === 'number') return { type: 'constant', value: macro, isWhole: true };
  if (macro !== undefined) return { type: 'constant', value: macro };
  if (text.startsWith('@request.')) return resolveRequest(scope, base, text.slice('@request.'.length));
  if (text.startsWith('@collection.')) return resolveCollection(scope, text.slice('@collection.'.length));
  if (!/^\w[\w.:]*$/.test(text)) throw new FilterError(`failed to resolve field ${quoted(text)}`);
  const [path, modifier] = splitModifier(text);
  if (path.length === 1 && !findField(base.collection, path[0] ?? '')) {
    const literal = literals.get(text.toLowerCase());
    if (literal) return literal;
  }
  return resolvePath(scope, base, path, modifier);
}

const literals = new Map<string, Side>([
  ['null', nothing],
  ['true', { type: 'constant', value: true }],
  ['false', { type: 'constant', value: false }],
]);

const modifiers = new Set(['lower', 'length', 'each', 'isset', 'changed']);

function splitModifier(text: string): [path: string[], modifier: string] {
  const path = text.split('.');
  const [name = '', modifier = '', more] = path.at(-1)?.split(':') ?? [];
  if (more !== undefined || modifier === '') return [path, ''];
  if (!modifiers.has(modifier)) throw new FilterError(`unknown modifier in ${quoted(`${name}:${modifier}`)}`);
  return [[...path.slice(0, -1), name], modifier];
}

function resolveCollection(scope: Scope, text: string): Side {
  const match = /^(\w+)(?::(\w+))?\.(.+)$/.exec(text);
  const collection = scope.engine.collections.find(match?.[1] ?? '');
  if (!match) throw new FilterError(`failed to resolve field ${quoted(`@collection.${text}`)}`);
  if (!collection) {
    const name = quoted(text.slice(0, text.indexOf('.')));
    throw new FilterError(`failed to load collection ${name} from field path ${quoted(`@collection.${text}`)}`);
  }
  const [path, modifier] = splitModifier(match[3] ?? '');
  return resolvePath(scope, scope.joinCollection(collection, match[2] ?? ''), path, modifier);
}

function resolveRequest(scope: Scope, base: Origin, text: string): Side {
  const { request } = scope;
  if (text === 'context') return { type: 'constant', value: request.context };
  if (text === 'method') return { type: 'constant', value: request.method };
  const match = /^(auth|body|query|headers)\.(.+)$/.exec(text);
  if (!match) throw new FilterError(`failed to resolve field ${quoted(`@request.${text}`)}`);
  const [path, modifier] = splitModifier(match[2] ?? '');
  if (match[1] === 'auth') return resolveAuth(scope, request.auth, path, modifier);
  if (match[1] === 'body') return resolveBodyPath(scope, base, path, modifier);
  const values: Record<string, unknown> = match[1] === 'query' ? request.query : request.headers;
  return plain(base, values, path, modifier);
}

function plain(base: Origin, values: Record<string, unknown>, path: string[], modifier: string): Side {
  const { value, isSet } = valueAt(values, path);
  if (modifier === 'isset') return { type: 'constant', value: isSet };
  const name = path.at(-1) ?? '';
  if (modifier !== '' && modifier !== 'lower') throw new FilterError(`invalid modifier sequence ${name}:${modifier}`);
  // Queries and headers know only texts: what has the name of a number field is read as one.
  const isNumber = typeof value === 'string' && modifier === '' && findField(base.collection, name)?.type === 'number';
  return constantOf(isNumber ? (constantNumber(value) ?? value) : value, modifier);
}

function valueAt(values: Record<string, unknown>, path: string[]): { value: unknown; isSet: boolean } {
  let value: unknown = values;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return { value: undefined, isSet: false };
    }
    value = Reflect.get(value, key);
  }
  return { value, isSet: true };
}

function constantOf(value: unknown, modifier: string): Side {
  if (modifier === 'length') return { type: 'constant', value: itemCount(value) };
  if (typeof value === 'string') return { type: 'constant', value: modifier === 'lower' ? value.toLowerCase() : value };
  if (typeof value === 'number' || typeof value === 'boolean') return { type: 'constant', value };
  if (value === null || value === undefined) return nothing;
  return { type: 'constant', value: JSON.stringify(value) };
}

function itemCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return value === undefined || value === null || value === '' ? 0 : 1;
}

function resolveAuth(scope: Scope, auth: AuthRecord | null, path: string[], modifier: string): Side {
  if (modifier === 'isset') return { type: 'constant', value: auth !== null };
  if (!auth) return nothing;
  const [name = '', ...rest] = path;
  const collection = scope.engine.collections.find(auth.collectionId);
  if (!collection) return nothing;
  if (name === 'collectionId') return { type: 'constant', value: collection.id };
  if (name === 'collectionName') return { type: 'constant', value: collection.name };
  const field = findField(collection, name);
  const isPlain = field && rest.length === 0 && !(isMultiple(field) && modifier === 'each');
  if (isPlain) return constantOf(recordFromRow(collection, auth.row)[name], modifier);
  const origin = { ...scope.joinIds(collection, [auth.id]), isMany: false };
  return resolveOrNothing(scope, origin, path, modifier);
}

function resolveBodyPath(scope: Scope, base: Origin, path: string[], modifier: string): Side {
  const { body } = scope.request;
  const [name = '', ...rest] = path;
  const field = findField(base.collection, name);
  if (field && rest.length === 0) return resolveBodyField(scope, base, field, modifier);
  if (field?.type !== 'relation') return plain(base, body, path, modifier);
  const target = scope.engine.collections.find(field.collectionId);
  if (!target || !Object.hasOwn(body, name)) return nothing;
  const ids = [castValue(field, body[name])].flat().map(String).filter(Boolean);
  return resolveOrNothing(scope, scope.joinIds(target, ids), rest, modifier);
}

const fieldsOfItems = ['select', 'relation', 'file'];

function resolveBodyField(scope: Scope, base: Origin, field: Field, modifier: string): Side {
  const { body } = scope.request;
  const { name } = field;
  const isSet = Object.hasOwn(body, name);
  if (modifier === 'isset') return { type: 'constant', value: isSet };
  if (modifier === 'changed') return changed(scope, base, name, isSet);
  if ((modifier === 'each' || modifier === 'length') && !fieldsOfItems.includes(field.type)) {
    throw new FilterError(`field ${quoted(name)} doesn't support multivalue operations`);
  }
  if (modifier === 'length') return constantOf(body[name], 'length');
  if (!isSet) return nothing;
  if (modifier === 'each' && isMultiple(field)) {
    const list = sql`${JSON.stringify(castValue(field, body[name]))}::jsonb`;
    const alias = scope.joinEach(list, `@body.${name}`);
    const expression = sql`${sql.id(alias, 'value')}`;
    return { type: 'value', kind: 'text', expression, isComputed: true, isMany: true, isNullable: true };
  }
  if (field.type === 'number') return { type: 'constant', value: Number(castValue(field, body[name])) };
  return constantOf(body[name], modifier);
}

function changed(scope: Scope, base: Origin, name: string, isSet: boolean): Side {
  const field = findField(base.collection, name);
  if (!isSet || !field) return { type: 'constant', value: false };
  const submitted = castValue(field, scope.request.body[name]);
  const stored = sql`to_jsonb(${sql.id(base.alias, columnOf(field))})`;
  const isDate = field.type === 'date' || field.type === 'autodate';
  const same = isDate
    ? sql`${sql.id(base.alias, columnOf(field))} is not distinct from nullif(${String(submitted)}::text, '')::timestamptz`
    : sql`${stored} is not distinct from ${JSON.stringify(submitted)}::jsonb`;
  return { type: 'value', kind: 'bool', expression: sql`(not (${same}))`, isMany: false, isNullable: false };
}

// A path of the request that leads nowhere is empty, not an error.
function resolveOrNothing(scope: Scope, origin: Origin, path: string[], modifier: string): Side {
  try {
    return resolvePath(scope, origin, path, modifier);
  } catch (error) {
    if (error instanceof FilterError) return nothing;
    throw error;
  }
}

/** The row a filter starts from. */
export function baseOrigin(collection: Collection, alias: string): Origin {
  return { collection, alias, isMany: false, isNullable: false };
}
