import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { FilterError } from './filter-error.ts';
import { baseOrigin, resolveOperand } from './resolve-operand.ts';
import type { RuleRequest } from './rule-request.ts';
import { createScope, type FilterMode } from './scope.ts';
import { textOf, type Value } from './values.ts';

const maxKeys = 8;
const maxKeyLength = 255;

type SortQuestion = { collection: Collection; sort: string; request: RuleRequest; mode: FilterMode };

/** The keys of an ORDER BY from a sort text (wire contract, section 5). Throws a FilterError for a key that is no field. */
export function compileSort(engine: Engine, question: SortQuestion): RawBuilder<unknown>[] {
  const keys = question.sort
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.length > maxKeys) throw new FilterError(`A sort has at most ${maxKeys} keys.`);
  return keys.map((key, index) => compileKey(engine, question, { key, index }));
}

function compileKey(
  engine: Engine,
  { collection, request, mode }: SortQuestion,
  { key, index }: { key: string; index: number },
): RawBuilder<unknown> {
  if (key.length > maxKeyLength) throw new FilterError('A sort key is too long.');
  const isDescending = key.startsWith('-');
  const name = key.replace(/^[+-]/, '');
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls first`;
  if (name === '@random') return sql`random()`;
  if (name === '@rowid') return sql`t._seq ${direction}`;
  const scope = createScope(engine, request, mode, `o${index}_`);
  const side = resolveOperand(scope, baseOrigin(collection, 't'), { type: 'identifier', text: name });
  if (side.type === 'constant') throw new FilterError(`"${name}" is no field.`);
  const expression = orderOf(side);
  if (scope.joins.length === 0) return sql`${expression} ${direction}`;
  return sql`(select ${expression} from (values (1)) as one(x) ${sql.join(scope.joins, sql` `)} limit 1) ${direction}`;
}

function orderOf(side: Value): RawBuilder<unknown> {
  if (side.kind === 'number' || side.kind === 'date' || side.kind === 'bool') return side.expression;
  if (side.kind === 'json') return side.expression;
  return sql`${textOf(side)} collate "C"`;
}
