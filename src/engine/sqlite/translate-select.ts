import { escapeIdentifier } from 'pg';
import {
  type AstNode,
  type Expr,
  type OneSelect,
  type Select,
  type SelectFrom,
  type SortedColumn,
  traverse,
} from 'sqlite3-parser';
import type { Column, Columns, NameScope } from './name-scope.ts';
import { asCondition, type Piece } from './piece.ts';
import { isAggregate, sortSql, usualOrder, usualPlace } from './translate-call.ts';
import { plainOf } from './translate-expression.ts';
import { translateFrom } from './translate-from.ts';
import { type Place, refuse, type Translating } from './translating.ts';

const compounds = { Union: 'union', UnionAll: 'union all', Except: 'except', Intersect: 'intersect' };

type Translated = {
  sql: string;
  columns: Columns | undefined;
  /** The same in no order, with a column `_seq` more that tells it: rows can be looked up in it without reading all of them. */
  placed?: string | undefined;
};

type Outside = Place & {
  /** It is what the view answers, not a part of another query. */
  isAnswer?: boolean;
};

/** A SELECT in PostgreSQL's words, and the columns that it answers. Throws Untranslatable for what has none. */
export function translateSelect(t: Translating, node: Select, { isAnswer, ...outside }: Outside): Translated {
  const { place, sql: common } = withTables(t, node, outside);
  const first = translateOne(t, node.select, {
    place,
    // What is ordered for nothing inside of another query would keep PostgreSQL from joining the two.
    isAnswer: !node.compounds && (isAnswer === true || node.limit !== undefined),
    orderBy: node.compounds ? undefined : node.orderBy,
  });
  const more = (node.compounds ?? []).map(
    ({ operator, select }) =>
      `${compounds[operator]} ${translateOne(t, select, { place, isAnswer: false, orderBy: undefined }).sql}`,
  );
  const order =
    node.compounds && node.orderBy
      ? ` order by ${sortSql(t, node.orderBy, { ...place, scope: outputScope(first.columns) })}`
      : '';
  const limit = node.limit
    ? ` limit ${t.expression(node.limit.expr, place).sql}${node.limit.offset ? ` offset ${t.expression(node.limit.offset, place).sql}` : ''}`
    : '';
  const placed = isAnswer && !node.limit && first.placed ? common + first.placed : undefined;
  return { sql: [common + first.sql, ...more].join(' ') + order + limit, columns: first.columns, placed };
}

// What a compound is ordered by are its columns, by name.
function outputScope(columns: Columns | undefined): NameScope {
  const names = [...(columns?.values() ?? [])].map(({ name }): [string, Expr] => [
    name.toLowerCase(),
    { type: 'Id', name, span: { offset: 0, length: 0, line: 1, col: 0 } } as Expr,
  ]);
  return { sources: [], outputs: new Map(names), groupedBy: undefined, outer: undefined };
}

function withTables(t: Translating, node: Select, outside: Place): { place: Place; sql: string } {
  if (!node.with) return { place: outside, sql: '' };
  const tables = new Map(outside.tables);
  const parts = node.with.ctes.map((table) => {
    const name = table.tblName.text.toLowerCase();
    const given = table.columns?.map(({ colName }) => colName.text);
    if (node.with?.recursive && given) tables.set(name, renamed(undefined, given));
    const { sql, columns } = t.select(table.select, { ...outside, tables });
    if (given) tables.set(name, renamed(columns, given));
    else if (columns) tables.set(name, columns);
    const list = given ? ` (${given.map((column) => escapeIdentifier(column)).join(', ')})` : '';
    return `${escapeIdentifier(name)}${list} as (${sql})`;
  });
  return { place: { ...outside, tables }, sql: `with ${node.with.recursive ? 'recursive ' : ''}${parts.join(', ')} ` };
}

function renamed(columns: Columns | undefined, names: readonly string[]): Columns {
  const known = [...(columns?.values() ?? [])];
  return new Map(names.map((name, index) => [name.toLowerCase(), { name, kind: known[index]?.kind ?? 'any' }]));
}

type One = { place: Place; isAnswer: boolean; orderBy: Select['orderBy'] };

function translateOne(t: Translating, node: OneSelect, { place, isAnswer, orderBy }: One): Translated {
  if (node.type === 'SelectValues') {
    const rows = node.values.map(
      ({ values }) => `(${values.map((value) => t.expression(value, place).sql).join(', ')})`,
    );
    return { sql: `values ${rows.join(', ')}`, columns: undefined };
  }
  const from = translateFrom(t, node.from, place);
  const flat: NameScope = { sources: from.sources, outputs: outputsOf(node), groupedBy: undefined, outer: place.scope };
  const keys = (node.groupBy ?? []).map((expr) => keyOf(t, node, { expr, place: { ...place, scope: flat } }));
  const isGrouped = keys.length > 0 || hasAggregate([node, ...(orderBy ?? [])]);
  const scope = isGrouped ? { ...flat, groupedBy: new Set(keys) } : flat;
  const inside = { ...place, scope };
  const { list, columns } = columnsOf(t, node, inside);
  const condition = (expr: Expr, at: Place) => asCondition(t.expression(expr, at));
  const isUnordered = isAnswer && !orderBy && node.distinctness !== 'Distinct';
  const parts = [
    node.from?.select ? `from ${from.sql(flat)}` : '',
    node.whereClause ? `where ${condition(node.whereClause, { ...place, scope: flat })}` : '',
    keys.length > 0 ? `group by ${keys.join(', ')}` : '',
    node.having ? `having ${condition(node.having, inside)}` : '',
    orderBy ? `order by ${orderSql(t, orderBy, { place: inside, columns })}` : '',
  ].filter(Boolean);
  const select = `select ${node.distinctness === 'Distinct' ? 'distinct ' : ''}${list}`;
  const [order, seq] = isUnordered ? [usualOrder(scope), usualPlace(scope)] : ['', undefined];
  return {
    sql: [select, ...parts, order].filter(Boolean).join(' '),
    columns,
    placed: seq && [`${select}, ${seq} as _seq`, ...parts].join(' '),
  };
}

function outputsOf({ columns }: SelectFrom): Map<string, Expr> {
  const named = columns.flatMap(
    (column): Array<[string, Expr]> =>
      column.type === 'ExprResultColumn' && column.alias ? [[column.alias.name.text.toLowerCase(), column.expr]] : [],
  );
  return new Map(named);
}

// A number means the column of that place.
function keyOf(t: Translating, { columns }: SelectFrom, { expr, place }: { expr: Expr; place: Place }): string {
  const meant = expr.type === 'NumericLiteral' ? columns[Number(expr.value) - 1] : undefined;
  return plainOf(t, meant?.type === 'ExprResultColumn' ? meant.expr : expr, place).sql;
}

function hasAggregate(nodes: ReadonlyArray<SelectFrom | SortedColumn>): boolean {
  let isFound = false;
  const enter = (node: AstNode) => {
    // What a subquery counts is its own affair.
    if (node.type === 'Select') return 'skip';
    if (node.type === 'FunctionCallExpr' || node.type === 'FunctionCallStarExpr') isFound ||= isAggregate(node);
    return isFound ? 'break' : 'continue';
  };
  for (const node of nodes) traverse(node, { enter });
  return isFound;
}

function columnsOf(t: Translating, node: SelectFrom, place: Place): { list: string; columns: Columns | undefined } {
  const columns = new Map<string, Column>();
  let isKnown = true;
  const list = node.columns.flatMap((column) => {
    if (column.type !== 'ExprResultColumn') {
      const { scope } = place;
      const table = column.type === 'TableStarResultColumn' ? column.table.text.toLowerCase() : undefined;
      const sources = scope.sources.filter(({ alias }) => table === undefined || alias.toLowerCase() === table);
      if (sources.length === 0 || sources.some((source) => !source.columns))
        return refuse(t, column, 'cannot be said here: name the columns');
      return sources.flatMap((source) =>
        [...(source.columns?.values() ?? [])].map((each) => {
          columns.set(each.name.toLowerCase(), each);
          return `${escapeIdentifier(source.alias)}.${escapeIdentifier(each.name)}`;
        }),
      );
    }
    const piece = t.expression(column.expr, place);
    const name =
      column.alias?.name.text ?? nameOf(column.expr, plainOf(t, column.expr, place)) ?? writtenName(t, column.expr);
    const shown = shownAs(piece);
    if (name === undefined) {
      isKnown = false;
      return [shown.sql];
    }
    columns.set(name.toLowerCase(), { name, kind: shown.kind });
    return [`${shown.sql} as ${escapeIdentifier(name)}`];
  });
  return { list: list.join(', '), columns: isKnown ? columns : undefined };
}

/** What is computed is called as it was written, where that is short enough for a name. */
function writtenName(t: Translating, { span: { offset, length } }: Expr): string | undefined {
  const written = t.query.slice(offset, offset + length);
  return Buffer.byteLength(written) > 0 && Buffer.byteLength(written) <= 63 ? written : undefined;
}

/** What a column is called that is only named. */
function nameOf(expr: Expr, { sql }: Piece): string | undefined {
  if (expr.type !== 'Id' && expr.type !== 'NameExpr' && expr.type !== 'QualifiedExpr') return undefined;
  const quoted = /"((?:[^"]|"")+)"$/.exec(sql)?.[1];
  return quoted?.replaceAll('""', '"') ?? (expr.type === 'Id' ? expr.name : undefined);
}

// SQLite has no truths: what is computed is 1 or 0. Of a field it is a truth on the wire.
function shownAs(piece: Piece): Piece {
  const isComputed = piece.kind === 'bool' && piece.sql.startsWith('(');
  return isComputed ? { sql: `${piece.sql}::integer`, kind: 'number' } : piece;
}

type Ordering = { place: Place; columns: Columns | undefined };

function orderSql(t: Translating, orderBy: readonly SortedColumn[], { place, columns }: Ordering): string {
  return orderBy
    .map((column) => {
      const direction = column.order === 'Desc' ? 'desc nulls last' : 'asc nulls first';
      if (column.expr.type === 'NumericLiteral') return `${column.expr.value} ${direction}`;
      const output = columns?.get(bareNameOf(column.expr)?.toLowerCase() ?? '');
      return output ? `${escapeIdentifier(output.name)} ${direction}` : sortSql(t, [column], place);
    })
    .join(', ');
}

function bareNameOf(expr: Expr): string | undefined {
  if (expr.type === 'Id') return expr.name;
  return expr.type === 'NameExpr' ? expr.name.text : undefined;
}
