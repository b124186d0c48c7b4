import { type Collection, columnOf } from '../collections/collection.ts';
import { jsonRowFromRecord, rowFromRecord } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Database, Queryable, Row } from '../database/database.ts';

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

/** Inserts a record, with `extra` columns that are no fields, and answers its row. */
export async function insertRow(
  db: Queryable,
  { collection, record, extra }: { collection: Collection; record: RecordValues; extra?: Record<string, unknown> },
): Promise<Row> {
  const { columns, values } = rowFromRecord(collection, record);
  const names = [...columns, ...Object.keys(extra ?? {})];
  const parameters = [...values, ...Object.values(extra ?? {})];
  const rows = await db.query(
    `insert into ${quoteName(collection.name)} (${names.map(quoteName).join(', ')})
     values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    parameters,
  );
  return firstOf(rows);
}

/**
 * The same without `extra`, together with other records of the collection that wait at the same time. For collections whose rows can't get
 * into each other's way but by their ids: none then waits for another's transaction.
 */
export function insertRowTogether(db: Database, collection: Collection, record: RecordValues): Promise<Row> {
  const alone = () => insertRow(db, { collection, record });
  if (!db.insertTogether) return alone();
  const table = quoteName(collection.name);
  const names = collection.fields.map((field) => quoteName(columnOf(field))).join(', ');
  const text = `insert into ${table} (${names}) select ${names} from json_populate_recordset(${noRow(collection.name)}, $1::json) returning *`;
  const row = { ...jsonRowFromRecord(collection, record), id: String(record.id) };
  return db.insertTogether({ text, row, alone });
}

type RowUpdate = {
  collection: Collection;
  id: string;
  changes: Record<string, unknown>;
  /** Fields that must still have these values; else nothing is written and undefined answered. */
  expected?: Record<string, unknown>;
};

/** Writes the given fields of a record and answers its row; undefined when there is none. */
export async function updateRow(db: Queryable, update: RowUpdate): Promise<Row | undefined> {
  const { collection, id, changes, expected } = update;
  const { columns, values } = rowFromRecord(collection, changes);
  if (columns.length === 0) return findRow(db, collection, id);
  const known = rowFromRecord(collection, expected ?? {});
  const assignments = columns.map((column, index) => `${quoteName(column)} = $${index + 2}`).join(', ');
  const first = columns.length + 2;
  const conditions = known.columns.map(
    (column, index) => ` and ${quoteName(column)} is not distinct from $${first + index}`,
  );
  const rows = await db.query(
    `update ${quoteName(collection.name)} set ${assignments} where id = $1${conditions.join('')} returning *`,
    [id, ...values, ...known.values],
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
