import { type RawBuilder, sql } from 'kysely';
import { columnOf, findField, isMultiple } from '../collections/collection.ts';
import type { Comparison, Operand } from './parse-filter.ts';
import type { Origin } from './resolve-path.ts';
import type { Scope } from './scope.ts';

const caller = '@request.auth.id';

/**
 * `instructor.user = @request.auth.id` of a rule, where each caller has one instructor at most: the caller's is found once, and an index then finds
 * the records of it. A join would be made for every record there is. Undefined where that is not what is compared.
 */
export function ownReference(scope: Scope, base: Origin, comparison: Comparison): RawBuilder<unknown> | undefined {
  const { auth } = scope.request;
  if (scope.mode !== 'rule' || comparison.operator !== '=' || !auth) return undefined;
  const path = pathOf(comparison);
  const [relationName = '', ownerName = ''] = path ?? [];
  const relation = findField(base.collection, relationName);
  if (path?.length !== 2 || relation?.type !== 'relation' || isMultiple(relation)) return undefined;
  const target = scope.engine.collections.find(relation.collectionId);
  const owner = target && findField(target, ownerName);
  if (!target || owner?.type !== 'relation' || !owner.onePerTarget) return undefined;
  const own = sql`select id from ${sql.table(target.name)} where ${sql.id(columnOf(owner))} = ${auth.id}::text`;
  return sql`${sql.id(base.alias, columnOf(relation))} = (${own})`;
}

/** The path that is compared with the caller's id. */
function pathOf({ left, right }: Comparison): string[] | undefined {
  const nameOf = (operand: Operand) => (operand.type === 'identifier' ? operand.text : '');
  const [one, other] = [nameOf(left), nameOf(right)];
  if (one !== caller && other !== caller) return undefined;
  return (one === caller ? other : one).split('.');
}
