import { type RawBuilder, sql } from 'kysely';
import { type Collection, columnOf, type Field, isMultiple, type RelationField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { overBudget } from '../limits/budgets.ts';
import { FilterError, quoted } from './filter-error.ts';
import type { BackRelation } from './find-back-relation.ts';
import type { Origin } from './resolve-path.ts';
import type { RuleRequest } from './rule-request.ts';

export type FilterMode = 'rule' | 'client' | 'superuser';

/** What is the same for a whole filter, the scopes inside of it included. */
export type ScopeFrame = {
  engine: Engine;
  request: RuleRequest;
  mode: FilterMode;
  /** Which rows of a collection a filter may look into: all of them (true), or those of a condition on `alias`. Throws a FilterError for none. */
  visible: (collection: Collection, alias: string) => RawBuilder<unknown> | true;
  /** In which rows of `alias` the caller is shown a field: all of them (true), none, or those of a condition. */
  seen: (collection: Collection, field: Field, alias: string) => RawBuilder<unknown> | boolean;
  /** How many tables a filter of a request may join: an operator's own rules join what they need. */
  maxJoins: number;
  count: {
    comparisons: number;
    joins: number;
    /** The fields that a request's own filter or sort asks of. */
    named: Array<{ collection: Collection; field: string }>;
  };
  /** All records are asked, not one. */
  isOfList: boolean;
};

export type Scope = ScopeFrame & {
  joins: RawBuilder<unknown>[];
  /** The aliases of the tables that were joined, in their order. */
  tables: string[];
  /** A prefix for the aliases of an inner scope; the same filter always gets the same ones, so its statement can be prepared. */
  nextPrefix: () => string;
  joinRelation: (from: Origin, field: RelationField) => Origin;
  joinBack: (from: Origin, back: BackRelation) => Origin;
  joinCollection: (collection: Collection, alias: string) => Origin;
  /** Rows of the given ids, which the request sent. */
  joinIds: (collection: Collection, ids: string[]) => Origin;
  /** The items of a list, one row each. */
  joinEach: (list: RawBuilder<unknown>, key: string) => string;
};

type Link = { key: string; target: Collection; isMany: boolean; on: (own: string) => RawBuilder<unknown> };

/** The joins of one filter. Equal paths share a join, so conditions on them speak of the same row. */
export function createScope(frame: ScopeFrame, prefix = ''): Scope {
  const { engine } = frame;
  const counter = { next: 0 };
  const known = new Map<string, Origin>();
  const joins: RawBuilder<unknown>[] = [];
  const tables: string[] = [];
  const alias = () => `${prefix}j${counter.next++}`;

  // Every row of another collection comes into a filter here, and nowhere else: what the asking person may not see is not joined, so that it
  // is as if it were not there.
  function join({ key, target, isMany, on }: Link): Origin {
    const found = known.get(key);
    if (found) return found;
    if (++frame.count.joins > frame.maxJoins) throw overBudget('filterJoins');
    const own = alias();
    const visible = frame.visible(target, own);
    const condition = visible === true ? on(own) : sql`(${on(own)}) and ${visible}`;
    joins.push(sql`left join ${sql.table(target.name)} as ${sql.id(own)} on ${condition}`);
    tables.push(own);
    const origin: Origin = { collection: target, alias: own, isMany, isNullable: true };
    known.set(key, origin);
    return origin;
  }

  return {
    ...frame,
    joins,
    tables,
    nextPrefix: () => `${prefix}m${counter.next++}`,
    joinRelation(from, field) {
      const target = engine.collections.find(field.collectionId);
      if (!target) throw new FilterError(`failed to load field ${quoted(field.name)} collection`);
      const reference = sql.id(from.alias, columnOf(field));
      const isMany = isMultiple(field);
      const on = (own: string) =>
        isMany ? isOneOf(sql.id(own, 'id'), reference) : sql`${sql.id(own, 'id')} = ${reference}`;
      return join({ key: `${from.alias}.${field.name}`, target, isMany: from.isMany || isMany, on });
    },
    joinBack(from, { from: target, field, isUnique }) {
      const id = sql.id(from.alias, 'id');
      const on = (own: string) =>
        isMultiple(field)
          ? sql`${sql.id(own, columnOf(field))} @> jsonb_build_array(${id})`
          : sql`${sql.id(own, columnOf(field))} = ${id}`;
      return join({ key: `${from.alias}<${target.id}.${field.name}`, target, isMany: from.isMany || !isUnique, on });
    },
    joinCollection: (target, name) => join({ key: `@${target.id}:${name}`, target, isMany: true, on: () => sql`true` }),
    joinIds(target, ids) {
      const on = (own: string) => sql`${sql.id(own, 'id')} = any (${ids}::text[])`;
      return join({ key: `#${target.id}:${ids.join()}`, target, isMany: ids.length > 1, on });
    },
    joinEach(list, key) {
      const found = known.get(`each:${key}`);
      if (found) return found.alias;
      const own = alias();
      joins.push(sql`left join lateral jsonb_array_elements_text(${listOf(list)}) as ${sql.id(own)}(value) on true`);
      known.set(`each:${key}`, { alias: own } as Origin);
      return own;
    },
  };
}

// So written, each of a list's records is looked up by its id; asked whether the list holds an id, PostgreSQL would try every record.
function isOneOf(id: RawBuilder<unknown>, list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${id} = any (array(select jsonb_array_elements_text(${listOf(list)})))`;
}

function listOf(list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end`;
}
