import { escapeIdentifier } from 'pg';
import type { Expr } from 'sqlite3-parser';
import { type Collection, type Field, isMultiple } from '../collections/collection.ts';

/** What a value is in the database: dates are instants here and texts in SQLite, truths are truths here and numbers there. */
export type Kind = 'text' | 'number' | 'bool' | 'date' | 'json' | 'any';

export type Column = { name: string; kind: Kind };
/** By the names in lower case: SQLite minds no capitals. */
export type Columns = ReadonlyMap<string, Column>;

/**
 * A table of a FROM, by the name it has in the statement. `columns` is undefined where nobody can tell; `place` is a column that says where a row
 * belongs in the order that they have by themselves.
 */
export type Source = { alias: string; columns: Columns | undefined; place?: '_seq' | 'key'; isView?: boolean };

export type NameScope = {
  sources: readonly Source[];
  /** What a SELECT's own columns are called. */
  outputs: ReadonlyMap<string, Expr>;
  /** The expressions that rows are grouped by, where they are: what is none of them is any value of the group, as in SQLite. */
  groupedBy: ReadonlySet<string> | undefined;
  outer: NameScope | undefined;
};

/** The columns of a collection by what they hold. */
export function columnsOf(fields: readonly Field[]): Columns {
  return new Map(fields.map((field) => [field.name.toLowerCase(), { name: field.name, kind: kindOf(field) }]));
}

function kindOf(field: Field): Kind {
  if (field.type === 'number' || field.type === 'bool') return field.type;
  if (field.type === 'date' || field.type === 'autodate') return 'date';
  return field.type === 'json' || field.type === 'geoPoint' || isMultiple(field) ? 'json' : 'text';
}

export type Found = { sql: string; kind: Kind };

/** What SQLite calls the number of a row. */
const rowNames = new Set(['rowid', 'oid', '_rowid_']);

/** A column by its name, of one table or of whichever has it, from the inside outwards; undefined when none has. */
export function findColumn(
  scope: NameScope,
  { table, name }: { table?: string | undefined; name: string },
): Found | undefined {
  for (let at: NameScope | undefined = scope; at; at = at.outer) {
    const sources = table === undefined ? at.sources : at.sources.filter((source) => isSame(source.alias, table));
    for (const source of sources) {
      const column = source.columns?.get(name.toLowerCase());
      if (column) return grouped(at, source, column);
    }
    const [made] = sources.filter(({ place, isView }) => place === '_seq' && !isView);
    if (made && rowNames.has(name.toLowerCase())) return grouped(at, made, { name: '_seq', kind: 'number' });
    // A table of which nobody can tell the columns may have it.
    const [unknown] = sources.filter(({ columns }) => columns === undefined);
    if (unknown && table !== undefined) return grouped(at, unknown, { name, kind: 'any' });
  }
  return undefined;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function grouped({ groupedBy }: NameScope, { alias }: Source, { name, kind }: Column): Found {
  const sql = `${escapeIdentifier(alias)}.${escapeIdentifier(name)}`;
  return { sql: groupedBy && !groupedBy.has(sql) ? `(array_agg(${sql}))[1]` : sql, kind };
}

/** A table by the name that it has in the statement. */
export function findSource(scope: NameScope, name: string): Source | undefined {
  for (let at: NameScope | undefined = scope; at; at = at.outer) {
    const source = at.sources.find(({ alias }) => isSame(alias, name));
    if (source) return source;
  }
  return undefined;
}

/** The collection that a name means, in any case. */
export function findTable(all: readonly Collection[], name: string): Collection | undefined {
  return all.find((collection) => collection.name === name) ?? all.find((collection) => isSame(collection.name, name));
}
