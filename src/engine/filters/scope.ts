import { type RawBuilder, sql } from 'kysely';
import { type Collection, type Field, isMultiple, type RelationField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { FilterError, quoted } from './filter-error.ts';
import type { BackRelation } from './find-back-relation.ts';
import type { Origin } from './resolve-path.ts';
import type { RuleRequest } from './rule-request.ts';
import type { Value } from './values.ts';

export type FilterMode = 'rule' | 'client' | 'superuser';

export type Scope = {
  engine: Engine;
  request: RuleRequest;
  mode: FilterMode;
  joins: RawBuilder<unknown>[];
  count: { comparisons: number };
  /** A prefix for the aliases of an inner scope; the same filter always gets the same ones, so its statement can be prepared. */
  nextPrefix: () => string;
  /** Further conditions that every filter through these joins must meet: list rules of the collections a client looks into. */
  guards: Array<{ collection: Collection; alias: string }>;
  joinRelation: (from: Origin, field: RelationField) => Origin;
  joinBack: (from: Origin, back: BackRelation) => Origin;
  joinCollection: (collection: Collection, alias: string) => Origin;
  /** Rows of the given ids, which the request sent. */
  joinIds: (collection: Collection, ids: string[]) => Origin;
  /** The items of a list, one row each. */
  joinEach: (list: RawBuilder<unknown>, key: string) => string;
  checkField: (collection: Collection, field: Field) => void;
  guard: (at: Origin, field: Field, value: Value) => Value;
};

/** The joins of one filter. Equal paths share a join, so conditions on them speak of the same row. */
export function createScope(engine: Engine, request: RuleRequest, mode: FilterMode, prefix = ''): Scope {
  const counter = { next: 0 };
  const known = new Map<string, Origin>();
  const joins: RawBuilder<unknown>[] = [];
  const guards: Scope['guards'] = [];
  const alias = () => `${prefix}j${counter.next++}`;

  function once(key: string, make: () => Origin): Origin {
    const found = known.get(key);
    if (found) return found;
    const origin = make();
    known.set(key, origin);
    if (mode === 'client') guards.push({ collection: origin.collection, alias: origin.alias });
    return origin;
  }

  return {
    engine,
    request,
    mode,
    joins,
    count: { comparisons: 0 },
    guards,
    nextPrefix: () => `${prefix}m${counter.next++}`,
    joinRelation: (from, field) =>
      once(`${from.alias}.${field.name}`, () => {
        const target = engine.collections.find(field.collectionId);
        if (!target) throw new FilterError(`failed to load field ${quoted(field.name)} collection`);
        const own = alias();
        const reference = sql.id(from.alias, field.name);
        const isMany = isMultiple(field);
        const condition = isMany
          ? sql`${reference} @> jsonb_build_array(${sql.id(own, 'id')})`
          : sql`${sql.id(own, 'id')} = ${reference}`;
        joins.push(sql`left join ${sql.table(target.name)} as ${sql.id(own)} on ${condition}`);
        return { collection: target, alias: own, isMany: from.isMany || isMany, isNullable: true };
      }),
    joinBack: (from, { from: source, field, isUnique }) =>
      once(`${from.alias}<${source.id}.${field.name}`, () => {
        const own = alias();
        const reference = sql.id(own, field.name);
        const condition = isMultiple(field)
          ? sql`${reference} @> jsonb_build_array(${sql.id(from.alias, 'id')})`
          : sql`${reference} = ${sql.id(from.alias, 'id')}`;
        joins.push(sql`left join ${sql.table(source.name)} as ${sql.id(own)} on ${condition}`);
        return { collection: source, alias: own, isMany: from.isMany || !isUnique, isNullable: true };
      }),
    joinCollection: (collection, name) =>
      once(`@${collection.id}:${name}`, () => {
        const own = alias();
        joins.push(sql`left join ${sql.table(collection.name)} as ${sql.id(own)} on true`);
        return { collection, alias: own, isMany: true, isNullable: true };
      }),
    joinIds: (collection, ids) =>
      once(`#${collection.id}:${ids.join()}`, () => {
        const own = alias();
        joins.push(
          sql`left join ${sql.table(collection.name)} as ${sql.id(own)} on ${sql.id(own, 'id')} = any (${ids}::text[])`,
        );
        return { collection, alias: own, isMany: ids.length > 1, isNullable: true };
      }),
    joinEach(list, key) {
      const found = known.get(`each:${key}`);
      if (found) return found.alias;
      const own = alias();
      joins.push(
        sql`left join lateral jsonb_array_elements_text(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end) as ${sql.id(own)}(value) on true`,
      );
      known.set(`each:${key}`, { alias: own } as Origin);
      return own;
    },
    checkField(_collection, field) {
      if (mode === 'client' && field.hidden) throw new FilterError(`non-filterable field ${quoted(field.name)}`);
    },
    guard(at, field, value) {
      // Addresses that are not shown must not be found by trying either.
      if (mode !== 'client' || at.collection.type !== 'auth' || field.name !== 'email') return value;
      const expression = sql`(case when ${sql.id(at.alias, 'emailVisibility')} then ${value.expression} end)`;
      return { ...value, expression, isNullable: true };
    },
  };
}
