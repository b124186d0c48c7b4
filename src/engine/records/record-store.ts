import { type Collection, columnOf } from '../collections/collection.ts';
import { jsonRowFromRecord, rowFromRecord } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Database, Queryable, Row } from '../database/database.ts';
import { NamedAreGone, type NamedRecords } from './named-records.ts';

/** An identifier of the database, quoted. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Null as a row of a table, for functions that make rows of its kind. A cast to the table's name would be one to PostgreSQL's own type where
 * there is one of that name (`point`, `date`).
 */
export function noRow(table: string): string {
  // No field has a name with a space.
  return `(select "a row" from ${quoteName(table)} as "a row" where false)`;
}

/** The row with that id, or undefined. */
export async function findRow(db: Queryable, collection: Collection, id: string): Promise<Row | undefined> {
  return db.findById({ text: `select * from ${quoteName(collection.name)} where id = any ($1::text[])`, id });
}

/** The row with that id, or undefined; nobody else may change, delete or name it until the transaction ends. */
export async function lockRow(tx: Queryable, collection: Collection, id: string): Promise<Row | undefined> {
  const rows = await tx.query(`select * from ${quoteName(collection.name)} where id = $1 for update`, [id]);
  return rows[0];
}

type RowInsertion = {
  collection: Collection;
  record: RecordValues;
  /** Columns that are no fields. */
  extra?: Record<string, unknown>;
  /** What must be there, and stays until the transaction ends. Throws NamedAreGone when it is not. */
  named?: readonly NamedRecords[];
};

/** Inserts a record and answers its row. */
export async function insertRow(db: Queryable, { collection, record, extra, named = [] }: RowInsertion): Promise<Row> {
  const { columns, values } = rowFromRecord(collection, record);
  const names = [...columns, ...Object.keys(extra ?? {})];
  const parameters = [...values, ...Object.values(extra ?? {})];
  const into = `insert into ${quoteName(collection.name)} (${names.map(quoteName).join(', ')})`;
  const list = names.map((_, index) => `$${index + 1}`).join(', ');
  if (named.length === 0) return firstOf(await db.query(`${into} values (${list}) returning *`, parameters));
  const held = named.map(({ table }, index) => areHeld(table, names.length + 1 + index)).join(' and ');
  const ids = named.map((records) => records.ids);
  const rows = await db.query(`${into} select ${list} where ${held} returning *`, [...parameters, ...ids]);
  if (rows.length === 0) throw new NamedAreGone();
  return firstOf(rows);
}

/**
 * A condition: the rows of a table that a parameter has the ids of are all there, and nobody deletes them before the transaction ends. Whoever
 * deletes one of them at the moment is waited for, or with `skip locked` taken to have done it. It is asked before any row is written.
 */
function areHeld(table: string, parameter: number, wait = ''): string {
  const rows = `select id from ${quoteName(table)} where id = any ($${parameter}::text[]) order by id for key share ${wait}`;
  return `(with named as (${rows}) select count(*) from named) = cardinality($${parameter}::text[])`;
}

type TogetherOptions = {
  /** All tables that records of the collection may name rows of. */
  tables: readonly string[];
  named: readonly NamedRecords[];
};

/**
 * The same without `extra`, together with other records of the collection that wait at the same time. For collections whose rows can't get
 * into each other's way but by their ids: none then waits for another's transaction. One that names what somebody has locked waits by itself.
 */
export function insertRowTogether(
  db: Database,
  { collection, record }: RowInsertion,
  { tables, named }: TogetherOptions,
): Promise<Row> {
  const alone = () => insertRow(db, { collection, record, named });
  if (!db.insertTogether) return alone();
  const table = quoteName(collection.name);
  const names = collection.fields.map((field) => quoteName(columnOf(field))).join(', ');
  const held = tables.map((name, index) => areHeld(name, index + 2, 'skip locked'));
  const where = held.length > 0 ? `where ${held.join(' and ')}` : '';
  const text = `insert into ${table} (${names}) select ${names} from json_populate_recordset(${noRow(collection.name)}, $1::json) ${where} returning *`;
  const row = { ...jsonRowFromRecord(collection, record), id: String(record.id) };
  const ids = tables.map((name) => named.find((records) => records.table === name)?.ids ?? []);
  return db.insertTogether({ text, row, named: ids, alone });
}

type RowUpdate = {
  collection: Collection;
  id: string;
  changes: Record<string, unknown>;
  /** Fields that must still have these values; else nothing is written and undefined answered. */
  expected?: Record<string, unknown>;
  /** What must be there, and stays until the transaction ends; else nothing is written and undefined answered. */
  named?: readonly NamedRecords[];
};

/** Writes the given fields of a record and answers its row; undefined when there is none. */
export async function updateRow(db: Queryable, update: RowUpdate): Promise<Row | undefined> {
  const { collection, id, changes, expected, named = [] } = update;
  const { columns, values } = rowFromRecord(collection, changes);
  if (columns.length === 0) return findRow(db, collection, id);
  const known = rowFromRecord(collection, expected ?? {});
  const assignments = columns.map((column, index) => `${quoteName(column)} = $${index + 2}`).join(', ');
  const first = columns.length + 2;
  const conditions = known.columns.map(
    (column, index) => ` and ${quoteName(column)} is not distinct from $${first + index}`,
  );
  const held = named.map(({ table }, index) => ` and ${areHeld(table, first + known.columns.length + index)}`);
  const rows = await db.query(
    `update ${quoteName(collection.name)} set ${assignments} where id = $1${[...conditions, ...held].join('')} returning *`,
    [id, ...values, ...known.values, ...named.map((records) => records.ids)],
  );
  return rows[0];
}

/** Deletes the row with that id; false when there was none. */
export async function deleteRow(db: Queryable, collection: Collection, id: string): Promise<boolean> {
  const rows = await db.query(`delete from ${quoteName(collection.name)} where id = $1 returning id`, [id]);
  return rows.length > 0;
}

function firstOf(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('An insert answered no row.');
  return row;
}
