import { escapeIdentifier } from 'pg';
import type {
  FromClause,
  JoinedSelectTable,
  SelectTable,
  TableCallSelectTable,
  TableSelectTable,
} from 'sqlite3-parser';
import { type Collection, columnOf } from '../collections/collection.ts';
import { isSecret } from '../collections/is-secret.ts';
import { jsonOf } from './extract-json.ts';
import { type Columns, columnsOf, findTable, type NameScope, type Source } from './name-scope.ts';
import { asCondition } from './piece.ts';
import { type Place, refuse, type Translating } from './translating.ts';

/** A FROM: the tables of it by name, and what it is in PostgreSQL's words once the scope of its SELECT is known. */
export type From = { sources: Source[]; sql: (scope: NameScope) => string };

type Table = { source: Source | undefined; sources: Source[]; sql: (scope: NameScope) => string };

/** Reads a FROM. Throws Untranslatable for tables that cannot be said here. */
export function translateFrom(t: Translating, from: FromClause | undefined, place: Place): From {
  if (!from?.select) return { sources: [], sql: () => '' };
  const first = tableOf(t, from.select, place);
  const joined = (from.joins ?? []).map((join) => ({ join, table: tableOf(t, join.table, place) }));
  return {
    sources: [first, ...joined.map(({ table }) => table)].flatMap(({ sources }) => sources),
    sql: (scope) => [first.sql(scope), ...joined.map((each) => joinSql(t, each, { ...place, scope }))].join(' '),
  };
}

const left = 8;
const right = 16;
const natural = 4;

function joinSql(t: Translating, { join, table }: { join: JoinedSelectTable; table: Table }, place: Place): string {
  const { operator, constraint } = join;
  const flags = operator.type === 'TypedJoinJoinOperator' ? (operator.joinType ?? 0) : 0;
  const side = flags & left ? (flags & right ? 'full ' : 'left ') : flags & right ? 'right ' : '';
  const to = table.sql(place.scope);
  if (flags & natural) return `natural ${side}join ${to}`;
  if (constraint?.type === 'OnJoinConstraint') {
    return `${side}join ${to} on ${asCondition(t.expression(constraint.expr, place))}`;
  }
  if (constraint?.type === 'UsingJoinConstraint') {
    return refuse(t, constraint, 'cannot be said here: write ON a.x = b.x');
  }
  return side === '' ? `cross join ${to}` : `${side}join ${to} on true`;
}

function tableOf(t: Translating, node: SelectTable, place: Place): Table {
  switch (node.type) {
    case 'TableSelectTable':
      return namedTable(t, node, place);
    case 'TableCallSelectTable':
      return calledTable(t, node, place);
    case 'SelectSelectTable': {
      const { sql, columns } = t.select(node.select, place);
      const alias = node.alias?.name.text ?? `_rows${node.span.offset}`;
      return single({ alias, columns }, () => `(${sql}) as ${escapeIdentifier(alias)}`);
    }
    default: {
      const inner = translateFrom(t, node.from, place);
      return { source: undefined, sources: inner.sources, sql: (scope) => `(${inner.sql(scope)})` };
    }
  }
}

function single(source: Source, sql: (scope: NameScope) => string): Table {
  return { source, sources: [source], sql };
}

function namedTable(t: Translating, node: TableSelectTable, { tables }: Place): Table {
  const { dbName, objName } = node.tblName;
  const name = objName.text;
  const common = tables.get(name.toLowerCase());
  const alias = node.alias?.name.text;
  const isMain = !dbName || dbName.text.toLowerCase() === 'main';
  const collection = common || !isMain ? undefined : findTable(t.all, name);
  if (collection) {
    const called = alias ?? collection.name;
    const table = readable(collection);
    const columns = columnsOf(collection.fields);
    const isView = collection.type === 'view';
    return single(
      table.startsWith('(') ? { alias: called, columns } : { alias: called, columns, place: '_seq', isView },
      () => `${table} as ${escapeIdentifier(called)}`,
    );
  }
  const written = isMain
    ? escapeIdentifier(common ? name.toLowerCase() : name)
    : `${escapeIdentifier(dbName.text)}.${escapeIdentifier(name)}`;
  return single({ alias: alias ?? name, columns: common }, () => `${written} as ${escapeIdentifier(alias ?? name)}`);
}

/** A collection's table, with what operators added to it under the names of the fields. */
function readable(collection: Collection): string {
  const table = escapeIdentifier(collection.name);
  if (!collection.fields.some(({ isAdded }) => isAdded)) return table;
  const shown = collection.fields.filter((field) => !isSecret(collection, field));
  const columns = shown.map((field) => `${escapeIdentifier(columnOf(field))} as ${escapeIdentifier(field.name)}`);
  return `(select ${columns.join(', ')} from ${table})`;
}

const eachColumns: Columns = new Map([
  ['key', { name: 'key', kind: 'any' }],
  ['value', { name: 'value', kind: 'text' }],
]);

function calledTable(t: Translating, node: TableCallSelectTable, place: Place): Table {
  const name = node.tblName.objName.text;
  const alias = node.alias?.name.text ?? name;
  const args = (scope: NameScope) => (node.args ?? []).map((argument) => t.expression(argument, { ...place, scope }));
  if (name.toLowerCase() !== 'json_each') {
    const source = { alias, columns: undefined };
    return single(
      source,
      (scope) =>
        `${name}(${args(scope)
          .map(({ sql }) => sql)
          .join(', ')}) as ${escapeIdentifier(alias)}`,
    );
  }
  if (node.args?.length !== 1) return refuse(t, node, 'takes one value here');
  return single({ alias, columns: eachColumns, place: 'key' }, (scope) => {
    const [list] = args(scope);
    const json = list ? jsonOf(list) : 'null';
    const items = `case jsonb_typeof(${json}) when 'array' then ${json} else jsonb_build_array(${json}) end`;
    return `lateral (select place - 1 as key, value from jsonb_array_elements_text(${items}) with ordinality as items (value, place)) as ${escapeIdentifier(alias)}`;
  });
}
