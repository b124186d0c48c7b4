import { type Collection, type Field, findField, holdsItems, isMultiple } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { FilterError, quoted } from './filter-error.ts';
import { resolveMacro } from './macros.ts';
import type { Operand } from './parse-filter.ts';
import { resolveCall } from './resolve-call.ts';
import { type Origin, resolveOrNothing, resolvePath } from './resolve-path.ts';
import { resolveSent } from './resolve-sent.ts';
import type { Scope } from './scope.ts';
import { constantOf, lowered, nothing, staticValue } from './static-value.ts';
import type { Side } from './values.ts';

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
  if (match[1] === 'body') return resolveSent(scope, base, path, modifier);
  const values: Record<string, unknown> = match[1] === 'query' ? request.query : request.headers;
  return staticValue(base, values, path, modifier);
}

// A modifier of what is sent says nothing of a field of the caller's: `@request.auth.name:isset` is the name.
function resolveAuth(scope: Scope, auth: AuthRecord | null, path: string[], modifier: string): Side {
  const collection = auth && scope.engine.collections.find(auth.collectionId);
  if (!collection) return nothing;
  const [name = '', ...rest] = path;
  if (rest.length === 0 && modifier === '') {
    if (name === 'collectionId') return { type: 'constant', value: collection.id };
    if (name === 'collectionName') return { type: 'constant', value: collection.name };
  }
  const field = findField(collection, name);
  const isOwn = field && rest.length === 0 && !['json', 'geoPoint'].includes(field.type) && !isMultiple(field);
  if (isOwn) return ownValue(field, recordFromRow(collection, auth.row)[name], modifier);
  const origin = { ...scope.joinIds(collection, [auth.id]), isMany: false };
  return resolveOrNothing(scope, origin, path, modifier);
}

/** What is known of the caller without their record. */
const staticFields = ['id', 'email', 'emailVisibility', 'verified'];

function ownValue(field: Field, value: unknown, modifier: string): Side {
  const own = constantOf(value);
  const isList = holdsItems(field);
  if (modifier === 'length' && isList) return { type: 'constant', value: own.value === '' ? 0 : 1 };
  if (modifier === 'lower' && own.value !== null) return lowered(own.value);
  if (modifier === '' && staticFields.includes(field.name)) return own;
  const { isSent: _, ...known } = own;
  return modifier === 'each' && isList
    ? known
    : { ...known, column: typeof own.value === 'string' ? 'text' : 'number' };
}

/** The row a filter starts from. */
export function baseOrigin(collection: Collection, alias: string): Origin {
  return { collection, alias, isMany: false, isNullable: false };
}
