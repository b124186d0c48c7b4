import { sql } from 'kysely';
import type { Collection, Field } from '../collections/collection.ts';
import { FilterError, quoted } from './filter-error.ts';
import type { Origin } from './resolve-path.ts';
import type { Scope } from './scope.ts';
import type { Value } from './values.ts';

/** Refuses a client's filter a field that answers never show: what cannot be read must not be found out by asking for it either. */
export function checkField(scope: Scope, collection: Collection, field: Field): void {
  if (scope.mode !== 'client') return;
  const isSecret = collection.type === 'auth' && (field.name === 'tokenKey' || field.name === 'password');
  if (field.hidden || isSecret || !scope.isSeen(collection, field))
    throw new FilterError(`non-filterable field ${quoted(field.name)}`);
}

/** The value of a column as answers show it, before any modifier is applied: of an address only what is shown, of a password whether there is one. */
export function seeField(scope: Scope, at: Origin, field: Field, value: Value): Value {
  if (scope.mode !== 'client') return value;
  if (at.collection.type === 'auth' && field.name === 'email') {
    const expression = sql`(case when ${sql.id(at.alias, 'emailVisibility')} then ${value.expression} end)`;
    return { ...value, expression, isNullable: true };
  }
  if (field.type === 'password')
    return { ...value, expression: sql`(case when ${value.expression} <> '' then '***' else '' end)` };
  return value;
}
