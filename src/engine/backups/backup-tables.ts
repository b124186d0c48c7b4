import { escapeIdentifier } from 'pg';
import type { Queryable } from '../database/database.ts';

/** A table as a backup has it: its columns but for those that the database works out itself. */
export type BackupTable = { name: string; columns: string[] };

/**
 * What is in no backup and stays as it is when one is restored: the state of migrations and functions, what only lives for minutes, who is signed
 * in, and what the database itself remembers of its restores. Nobody needs the secrets among it later, and a session that has ended must not come back.
 */
const left = [
  '_migrations',
  '_functions',
  '_attempts',
  '_hold_networks',
  '_asked_places',
  '_gone_records',
  '_revocations',
  '_cron_runs',
  '_logs',
  '_otps',
  '_mfas',
  '_passkey_challenges',
  '_sessions',
  '_restores',
  '_histories',
];

/** Whether a table is left out of backups: older ones may hold it, and nobody reads it there. */
export function isLeft(name: string): boolean {
  return left.includes(name);
}

/** Every table of the product and of collections made at run time, those that others point at first. */
export async function findTables(db: Queryable): Promise<BackupTable[]> {
  const tables = await db.query<BackupTable>(
    `select c.relname as name, array_agg(a.attname order by a.attnum)::text[] as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1::text[])
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.oid order by c.relname`,
    [left],
  );
  const references = await db.query<{ name: string; target: string }>(
    `select distinct c.conrelid::regclass::text as name, c.confrelid::regclass::text as target from pg_constraint c
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`,
  );
  return inOrder(
    tables,
    references.map(({ name, target }) => [unquoted(name), unquoted(target)]),
  );
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** Targets before those that point at them. */
function inOrder(tables: readonly BackupTable[], references: ReadonlyArray<readonly string[]>): BackupTable[] {
  const done = new Set<string>();
  const ordered: BackupTable[] = [];
  const visit = (table: BackupTable) => {
    if (done.has(table.name)) return;
    done.add(table.name);
    for (const [name, target] of references) {
      const found = name === table.name ? tables.find((other) => other.name === target) : undefined;
      if (found) visit(found);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

/** Table and columns as `copy` takes them. */
export function copyTarget({ name, columns }: BackupTable): string {
  return `${escapeIdentifier(name)} (${columnList(columns)})`;
}

/** Names of columns as statements take them. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ');
}

/** The names of the migrations that made the database what it is. */
export async function findMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>('select name from _migrations order by name');
  return rows.map(({ name }) => name);
}
