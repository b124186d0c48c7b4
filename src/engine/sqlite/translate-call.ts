import { type RawBuilder, sql as raw } from 'kysely';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Expr, FunctionCallExpr, FunctionCallStarExpr, SortedColumn } from 'sqlite3-parser';
import { compileSql } from '../filters/compile-sql.ts';
import { FilterError } from '../filters/filter-error.ts';
import { writeTime } from '../filters/write-time.ts';
import type { NameScope, Source } from './name-scope.ts';
import { alike, asCondition, asNumber, asText, asTime, type Piece, textPiece } from './piece.ts';
import { translateJson, wireOf } from './translate-json.ts';
import { translateScalar } from './translate-scalar.ts';
import { type Place, refuse, type Translating } from './translating.ts';

type Call = FunctionCallExpr | FunctionCallStarExpr;

const aggregates = new Set(
  'count sum avg min max total group_concat string_agg json_group_array json_group_object any_value array_agg json_agg jsonb_agg bool_and bool_or every'.split(
    ' ',
  ),
);

/** Whether a call makes one value of many rows. */
export function isAggregate(node: Call): boolean {
  if (node.filterOver?.overClause) return false;
  const name = node.name.name.toLowerCase();
  const count = node.type === 'FunctionCallExpr' ? (node.args?.length ?? 0) : 1;
  return aggregates.has(name) && !((name === 'min' || name === 'max') && count > 1);
}

/** A call of a function of SQLite's in PostgreSQL's words; functions of PostgreSQL's own stay as they are. */
export function translateCall(t: Translating, node: Call, place: Place): Piece {
  const inner = isAggregate(node) ? { ...place, scope: { ...place.scope, groupedBy: undefined } } : place;
  const name = node.name.name.toLowerCase();
  if (node.type === 'FunctionCallStarExpr') {
    return { sql: `${nameSql(node)}(*)${tail(t, node, place)}`, kind: 'number' };
  }
  const args = (node.args ?? []).map((argument) => t.expression(argument, inner));
  const known = aggregateOf(t, node, { name, args, inner }) ?? plainCall(t, node, { name, args });
  if (known) return { ...known, sql: known.sql.replace(tailMark, () => tail(t, node, inner)) };
  const order = orderOf(t, node, inner);
  const list = args.map(({ sql }) => sql).join(', ');
  return { sql: `${nameSql(node)}(${distinct(node)}${list}${order})${tail(t, node, inner)}`, kind: 'any' };
}

function nameSql({ name }: Call): string {
  return /^\w+$/.test(name.name) ? name.name : `"${name.name.replaceAll('"', '""')}"`;
}

const distinct = (node: FunctionCallExpr) => (node.distinctness === 'Distinct' ? 'distinct ' : '');

// Stands where `filter` and `over` belong when more is written around a call.
const tailMark = '\u0001';

type Asked = { name: string; args: readonly Piece[] };

function aggregateOf(
  t: Translating,
  node: FunctionCallExpr,
  { name, args, inner }: Asked & { inner: Place },
): Piece | undefined {
  const [first, second] = args;
  const each = distinct(node);
  const order = orderOf(t, node, inner);
  if (!first) return undefined;
  switch (name) {
    case 'count':
      return { sql: `count(${each}${first.sql})${tailMark}`, kind: 'number' };
    case 'sum':
    case 'avg':
      return { sql: `${name}(${each}${asNumber(first)})${tailMark}`, kind: 'number' };
    case 'total':
      return { sql: `coalesce(sum(${each}${asNumber(first)})${tailMark}, 0)::double precision`, kind: 'number' };
    case 'min':
    case 'max':
      return args.length === 1 ? extreme(name, first) : mostOf(name === 'min' ? 'least' : 'greatest', args);
    case 'group_concat':
    case 'string_agg':
      return {
        sql: `string_agg(${each}${asText(first)}, ${second ? asText(second) : "','"}${order})${tailMark}`,
        kind: 'text',
      };
    case 'json_group_array':
      return { sql: `coalesce(jsonb_agg(${each}${wireOf(first)}${order})${tailMark}, '[]'::jsonb)`, kind: 'json' };
    case 'json_group_object':
      return (
        second && {
          sql: `coalesce(jsonb_object_agg(${asText(first)}, ${wireOf(second)})${tailMark}, '{}'::jsonb)`,
          kind: 'json',
        }
      );
    default:
      return undefined;
  }
}

function extreme(name: string, piece: Piece): Piece {
  if (piece.kind === 'bool') return { sql: `${name}(${asNumber(piece)})${tailMark}`, kind: 'number' };
  if (piece.kind === 'json') return { sql: `${name}(${asText(piece)})${tailMark}`, kind: 'text' };
  return { sql: `${name}(${piece.sql})${tailMark}`, kind: piece.kind };
}

function mostOf(name: string, args: readonly Piece[]): Piece {
  const same = alike(args);
  return { sql: `${name}(${same.map(({ sql }) => sql).join(', ')})`, kind: same[0]?.kind ?? 'any' };
}

const timeFormats: Record<string, string> = {
  date: '%Y-%m-%d',
  time: '%H:%M:%S',
  datetime: '%Y-%m-%d %H:%M:%S',
};

function plainCall(t: Translating, node: FunctionCallExpr, { name, args }: Asked): Piece | undefined {
  const [first, second, third] = args;
  if (name === 'strftime' || timeFormats[name]) return timeOf(t, node, { name, args });
  const scalar = translateScalar(t, node, { name, args });
  if (scalar ?? !first) return scalar;
  const texts = args.map(asText).join(', ');
  switch (name) {
    case 'ifnull':
    case 'coalesce':
      return mostOf('coalesce', args);
    case 'iif':
    case 'if': {
      const [yes, no] = alike([second ?? { sql: 'null', kind: 'any' }, third ?? { sql: 'null', kind: 'any' }]);
      return {
        sql: `(case when ${asCondition(first)} then ${yes?.sql} else ${no?.sql} end)`,
        kind: yes?.kind ?? 'any',
      };
    }
    case 'julianday':
      return { sql: `(extract(epoch from ${asTime(first)})::double precision / 86400 + 2440587.5)`, kind: 'number' };
    case 'unixepoch':
      return { sql: `floor(extract(epoch from ${asTime(first)}))::bigint`, kind: 'number' };
    case 'instr':
      return { sql: `strpos(${texts})`, kind: 'number' };
    case 'length':
      return { sql: `length(${texts})`, kind: 'number' };
    case 'lower':
    case 'upper':
    case 'trim':
    case 'ltrim':
    case 'rtrim':
    case 'replace':
      return { sql: `${name === 'trim' ? 'btrim' : name}(${texts})`, kind: 'text' };
    case 'round':
      return {
        sql: `round((${asNumber(first)})::numeric${second ? `, (${asNumber(second)})::integer` : ''})`,
        kind: 'number',
      };
    case 'abs':
      return { sql: `abs(${asNumber(first)})`, kind: 'number' };
    default:
      return translateJson(t, node, { name, args });
  }
}

function timeOf(t: Translating, node: FunctionCallExpr, { name, args }: Asked): Piece {
  const fixed = timeFormats[name];
  const [format, given, ...modifiers] = fixed === undefined ? args : [textPiece(fixed), ...args];
  const shifts = modifiers.map(({ literal }) => literal);
  if (format?.literal === undefined || shifts.includes(undefined)) {
    return refuse(t, node, 'needs its format and modifiers written out');
  }
  const now = textPiece('now');
  try {
    const time = writeTime(raw`${raw.raw(timeMark)}`, { format: format.literal, shifts: shifts.map(String) });
    return { sql: inline(time).replaceAll(timeMark, () => asTime(given ?? now)), kind: 'text' };
  } catch (error) {
    if (error instanceof FilterError) return refuse(t, node, `cannot be said here: ${error.message}`);
    throw error;
  }
}

const timeMark = '\u0002';

// A view has no parameters.
function inline(statement: RawBuilder<unknown>): string {
  const { text, values } = compileSql(statement);
  return text.replace(/\$(\d+)/g, (_, place) => escapeLiteral(String(values[Number(place) - 1])));
}

function orderOf(t: Translating, { orderBy }: FunctionCallExpr, place: Place): string {
  if (orderBy?.type !== 'SortListFunctionCallOrder') return '';
  return ` order by ${sortSql(t, orderBy.columns, place)}`;
}

/**
 * The order in which SQLite answers rows and numbers them where no other is asked for: groups by what they go by, all else as it was made. A
 * change moves a row in PostgreSQL's tables.
 */
export function usualOrder(scope: NameScope): string {
  const { groupedBy, sources } = scope;
  const keys = groupedBy ? [...groupedBy].map((key) => `${key} asc nulls first`) : placesOf(sources);
  return keys.length > 0 ? `order by ${keys.join(', ')}` : '';
}

/** The same as one value of each row; undefined where there is none. */
export function usualPlace({ groupedBy, sources }: NameScope): string | undefined {
  const places = groupedBy ? [] : placesOf(sources);
  // The places of a view's rows may be lists themselves.
  const isOfNumbers = !sources.some(({ isView }) => isView);
  return places.length > 1 && isOfNumbers ? `array[${places.join(', ')}]` : places.length === 1 ? places[0] : undefined;
}

function placesOf(sources: readonly Source[]): string[] {
  return sources.flatMap(({ alias, place }) => (place ? [`${escapeIdentifier(alias)}.${place}`] : []));
}

/** The keys of an ORDER BY. What is nothing comes before all else, as in SQLite. */
export function sortSql(t: Translating, columns: readonly SortedColumn[], place: Place): string {
  return columns
    .map(({ expr, order, nulls }) => {
      const first = nulls ? nulls === 'First' : order !== 'Desc';
      return `${keyOf(t, expr, place)} ${order === 'Desc' ? 'desc' : 'asc'} nulls ${first ? 'first' : 'last'}`;
    })
    .join(', ');
}

function keyOf(t: Translating, expr: Expr, place: Place): string {
  return t.expression(expr, place).sql;
}

function tail(t: Translating, { name, filterOver }: Call, place: Place): string {
  const filter = filterOver?.filterClause;
  const over = filterOver?.overClause;
  const condition = filter ? ` filter (where ${asCondition(t.expression(filter, place))})` : '';
  if (!over) return condition;
  if (over.type === 'NameOver') return refuse(t, over, 'cannot be said here: write the window out');
  const { partitionBy = [], orderBy = [], frameClause, base } = over.window;
  if (base) return refuse(t, over, 'cannot be said here: write the window out');
  const numbers = name.name.toLowerCase() === 'row_number';
  const parts = [
    partitionBy.length > 0 ? `partition by ${partitionBy.map((each) => t.expression(each, place).sql).join(', ')}` : '',
    orderBy.length > 0 ? `order by ${sortSql(t, orderBy, place)}` : numbers ? usualOrder(place.scope) : '',
    frameClause ? t.query.slice(frameClause.span.offset, frameClause.span.offset + frameClause.span.length) : '',
  ];
  return `${condition} over (${parts.filter(Boolean).join(' ')})`;
}
