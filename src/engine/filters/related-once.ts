import { type RawBuilder, sql } from 'kysely';
import { columnOf, findField, isMultiple } from '../collections/collection.ts';
import { overBudget } from '../limits/budgets.ts';
import { compare } from './compare.ts';
import { FilterError } from './filter-error.ts';
import type { Comparison, Operand } from './parse-filter.ts';
import { type Origin, resolvePath } from './resolve-path.ts';
import { createScope, type Scope } from './scope.ts';
import { checkField } from './see-field.ts';
import type { Side } from './values.ts';

/**
 * `instructor.name ~ "tan"` of a list: the instructors it is true of are found once, instead of one for each record there is. Only where it can't be
 * true of a record that has none: equal to something, or containing it. Undefined for everything else.
 */
export function relatedOnce(scope: Scope, base: Origin, comparison: Comparison): RawBuilder<unknown> | undefined {
  const { left, operator, right } = comparison;
  const isLeft = left.type === 'identifier';
  const [path, constant] = [pathOf(isLeft ? left : right), constantOf(isLeft ? right : left, operator)];
  const [name = '', ...rest] = path;
  const relation = findField(base.collection, name);
  if (!constant || rest.length === 0 || rest.join() === 'id' || relation?.type !== 'relation') return undefined;
  const target = scope.engine.collections.find(relation.collectionId);
  // A pattern is on the right.
  if (!target || isMultiple(relation) || (operator === '~' && !isLeft)) return undefined;
  const alias = `${scope.nextPrefix()}_r`;
  const inner = createScope(scope, `${alias}_`);
  const origin: Origin = { collection: target, alias, isMany: false, isNullable: false };
  const value = understood(() => {
    checkField(scope, base, relation);
    return resolvePath(inner, origin, rest, '');
  });
  if (value?.type !== 'value' || value.isMany || inner.joins.length > 0) return undefined;
  if (++scope.count.joins > scope.maxJoins) throw overBudget('filterJoins');
  const condition = compare(value, operator, constant);
  if (typeof condition === 'boolean') return undefined;
  const visible = scope.visible(target, alias);
  const shown = visible === true ? sql`` : sql`(${visible}) and `;
  const ids = sql`select ${sql.id(alias, 'id')} from ${sql.table(target.name)} as ${sql.id(alias)} where ${shown}(${condition})`;
  return sql`${sql.id(base.alias, columnOf(relation))} in (${ids})`;
}

function pathOf(operand: Operand): string[] {
  return operand.type === 'identifier' && /^\w+(?:\.\w+)+$/.test(operand.text) ? operand.text.split('.') : [];
}

/** What is compared with, where nothing empty is equal to it or contains it. */
function constantOf(operand: Operand, operator: string): Side | undefined {
  if (operand.type !== 'text' || !(operator === '=' || operator === '~')) return undefined;
  const isSomething = operator === '=' ? operand.value !== '' : /[^%]/.test(operand.value);
  return isSomething ? { type: 'constant', value: operand.value } : undefined;
}

// What is wrong with a path is said by who reads it next.
function understood(read: () => Side): Side | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}
