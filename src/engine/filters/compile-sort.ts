import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { frameOf } from './compile-filter.ts';
import { FilterError } from './filter-error.ts';
import { baseOrigin, resolveOperand } from './resolve-operand.ts';
import type { RuleRequest } from './rule-request.ts';
import { createScope, type FilterMode, type Scope, type ScopeFrame } from './scope.ts';
import type { Value } from './values.ts';

const maxKeys = 8;
const maxKeyLength = 255;

type SortQuestion = {
  collection: Collection;
  sort: string;
  request: RuleRequest;
  mode: FilterMode;
  /** A record's place in the order of insertion, where `_seq` is not to be looked for in its index. */
  place?: RawBuilder<unknown>;
  /** Counts what the sort joins. */
  count?: ScopeFrame['count'];
};

/**
 * The place of a record among those that a condition chooses, in the order of insertion. A table's index of places is hidden from the planner: to
 * walk it until a page is full could take the whole table, where few are chosen. The places of a view's rows are whatever it has, and no index's.
 */
export function placeOfChosen({ type }: Collection): RawBuilder<unknown> {
  return type === 'view' ? sql`t._seq` : sql`(t._seq + 0)`;
}

/** The keys of an ORDER BY from a sort text (wire contract, section 5). Throws a FilterError for a key that is no field. */
export function compileSort(engine: Engine, question: SortQuestion): RawBuilder<unknown>[] {
  if (question.sort === '') return [];
  const keys = question.sort.split(',').map((key) => key.trim());
  if (keys.length > maxKeys) throw new FilterError(`A sort has at most ${maxKeys} keys.`);
  const frame = frameOf(engine, question.request, question.mode, question.count);
  return keys.map((key, index) => compileKey(frame, question, { key, index }));
}

function compileKey(
  frame: ScopeFrame,
  { collection, place = sql`t._seq` }: SortQuestion,
  { key, index }: { key: string; index: number },
): RawBuilder<unknown> {
  if (key.length > maxKeyLength) throw new FilterError('A sort key is too long.');
  const isDescending = key.startsWith('-');
  const name = key.replace(/^[+-]/, '');
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls first`;
  if (name === '@random') return sql`random()`;
  if (name === '@rowid') {
    if (collection.type === 'view') throw new FilterError('The rows of a view have no numbers.');
    return sql`${place} ${isDescending ? sql`desc` : sql`asc`}`;
  }
  const scope = createScope(frame, `o${index}_`);
  const side = resolveOperand(scope, baseOrigin(collection, 't'), { type: 'identifier', text: name });
  if (side.type === 'constant') throw new FilterError(`"${name}" is no field.`);
  const isNeverNull = collection.type !== 'view' && !side.isNullable && ['number', 'bool', 'text'].includes(side.kind);
  const first = side.isMany ? firstOf(scope) : sql``;
  const keys = orderOf(side, frame.engine.ordersBytes).map((expression) => {
    if (scope.joins.length === 0) {
      // An index serves an order only when they agree about nulls, even where there are none.
      return isNeverNull ? sql`${expression} ${isDescending ? sql`desc` : sql`asc`}` : sql`${expression} ${direction}`;
    }
    return sql`(select ${expression} from (values (1)) as one(x) ${sql.join(scope.joins, sql` `)} ${first} limit 1) ${direction}`;
  });
  return sql`${sql.join(keys)}`;
}

// Of several rows it is the first one, not whichever the database comes upon.
function firstOf({ tables }: Scope): RawBuilder<unknown> {
  if (tables.length === 0) return sql``;
  return sql`order by ${sql.join(tables.map((alias) => sql.id(alias, '_seq')))}`;
}

/** What rows are ordered by. What a join did not find is nothing, and comes before an empty text. */
function orderOf(side: Value, ordersBytes: boolean): RawBuilder<unknown>[] {
  if (side.kind === 'text') return [ordersBytes ? side.expression : sql`(${side.expression}) collate "C"`];
  // An empty date is kept like a missing one.
  if (side.presence) return [side.presence, side.expression];
  if (side.kind !== 'json') return [side.expression];
  // JSON: nothing, then numbers and truths, then texts, lists and objects among them.
  const { expression } = side;
  const kind = sql`jsonb_typeof(${expression})`;
  const number = sql`(case when ${kind} in ('number', 'boolean') then json_text(${expression})::float8 end)`;
  const rank = sql`(case when ${expression} is null or ${kind} = 'null' then 0 when ${kind} in ('number', 'boolean') then 1 else 2 end)`;
  return [rank, number, sql`json_text(${expression}) collate "C"`];
}
