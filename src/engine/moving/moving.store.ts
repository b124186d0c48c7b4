import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import { columnOf, type Field } from '../collections/collection.ts';
import type { Queryable, Row, Transaction } from '../database/database.ts';

/** What an import that is not finished has done. */
export type ImportState = {
  /** What tells this import from another: the folder's collections and the operator's choice. */
  key: string;
  /** Ids of the collections that it made. */
  made: string[];
  /** The place of the last row that was taken, by the collection's name in the folder. */
  places: Record<string, number>;
  notes: string[];
};

const stateId = 'import pocketbase';

/** The state of an unfinished import, or undefined. */
export async function findImportState(db: Queryable): Promise<ImportState | undefined> {
  const [row] = await db.query<{ value: ImportState }>('select value from _params where id = $1', [stateId]);
  return row?.value;
}

/** Keeps how far an import has come. */
export async function saveImportState(db: Queryable, state: ImportState, nowMs: number): Promise<void> {
  await db.query(
    `insert into _params (id, value, updated) values ($1, $2, to_timestamp($3::double precision / 1000))
     on conflict (id) do update set value = excluded.value, updated = excluded.updated`,
    [stateId, JSON.stringify(state), nowMs],
  );
}

/** Forgets an import that is finished, or of which nothing is left. */
export async function dropImportState(db: Queryable): Promise<void> {
  await db.query('delete from _params where id = $1', [stateId]);
}

type Lines = { table: string; fields: readonly Field[]; lines: string[] };

/** Adds rows to a table that only the import writes. */
export async function copyRows(tx: Transaction, { table, fields, lines }: Lines): Promise<void> {
  const target = `${escapeIdentifier(table)} (${columnsOf(fields)})`;
  await pipeline(Readable.from(lines), tx.copyIn(`copy ${target} from stdin`));
}

/** Adds rows to a table that has rows of others: what stands there already stays as it is. */
export async function mergeRows(tx: Transaction, { table, fields, lines }: Lines): Promise<void> {
  const columns = columnsOf(fields);
  const name = escapeIdentifier(table);
  await tx.script(`create temporary table _moved on commit drop as select ${columns} from ${name} with no data`);
  await pipeline(Readable.from(lines), tx.copyIn(`copy pg_temp._moved (${columns}) from stdin`));
  await tx.script(`insert into ${name} (${columns}) select ${columns} from pg_temp._moved on conflict do nothing`);
}

function columnsOf(fields: readonly Field[]): string {
  return fields.map((field) => escapeIdentifier(columnOf(field))).join(', ');
}

/** The rows of these ids, in no order. */
export function findRowsByIds(db: Queryable, table: string, ids: readonly string[]): Promise<Row[]> {
  return db.query(`select * from ${escapeIdentifier(table)} where id = any ($1)`, [ids]);
}

/** How many rows a table has. */
export async function countRows(db: Queryable, table: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*) as count from ${escapeIdentifier(table)}`);
  return Number(row?.count ?? 0);
}

/** Those of the ids and addresses that accounts of a table have already. */
export async function findTakenAccounts(
  db: Queryable,
  table: string,
  { ids, emails }: { ids: readonly string[]; emails: readonly string[] },
): Promise<Array<{ id: string; email: string }>> {
  return db.query(
    `select id, email from ${escapeIdentifier(table)}
     where id = any ($1) or email <> '' and lower(email) in (select lower(given) from unnest($2::text[]) given)`,
    [ids, emails],
  );
}

/** All rows of a table in chunks, in the order they were made. */
export async function* readTable(tx: Transaction, table: string, limit: number): AsyncGenerator<Row[]> {
  // Named for the table: what is prepared for one is of no use for the next, which has other columns.
  const cursor = escapeIdentifier(`moving ${table}`);
  await tx.script(`declare ${cursor} no scroll cursor for select * from ${escapeIdentifier(table)} order by _seq`);
  for (;;) {
    const rows = await tx.query(`fetch ${limit} from ${cursor}`);
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.script(`close ${cursor}`);
}
