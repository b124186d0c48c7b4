import { sql } from 'kysely';
import { type Field, isMultiple } from '../collections/collection.ts';
import { FilterError, quoted } from './filter-error.ts';
import type { Origin } from './resolve-path.ts';
import type { Scope } from './scope.ts';
import type { Value } from './values.ts';

/**
 * Refuses a client's filter a field that answers never show: what cannot be read must not be found out by asking for it either. `isLast`: the path
 * ends here, so that its value can be blanked where it isn't shown. Every field that a request asks of comes through here, and is remembered.
 */
export function checkField(scope: Scope, at: Pick<Origin, 'collection' | 'alias'>, field: Field, isLast = false): void {
  if (scope.mode !== 'rule') scope.count.named.push({ collection: at.collection, field: field.name });
  if (scope.mode !== 'client') return;
  const isSecret = at.collection.type === 'auth' && (field.name === 'tokenKey' || field.name === 'password');
  const seen = !field.hidden && !isSecret && scope.seen(at.collection, field, at.alias);
  const isBlanked = typeof seen !== 'boolean' && isLast && field.comparedAsShown && !isMultiple(field);
  if (seen !== true && !isBlanked) throw new FilterError(`non-filterable field ${quoted(field.name)}`);
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
  const seen = scope.seen(at.collection, field, at.alias);
  if (typeof seen === 'boolean') return value;
  return { ...value, expression: sql`(case when ${seen} then ${value.expression} end)`, isNullable: true };
}
