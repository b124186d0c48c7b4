import type { RecordValues } from '../collections/record-values.ts';
import type { Queryable } from '../database/database.ts';

/** Keeps deleted records for a while and answers the ids they are kept under, in their order. */
export async function keepGoneRecords(
  db: Queryable,
  records: readonly RecordValues[],
  nowMs: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `insert into _gone_records (record, at)
     select record, to_timestamp($2::double precision / 1000) from jsonb_array_elements($1::jsonb) with ordinality as kept (record, place)
     order by place returning id`,
    [JSON.stringify(records), nowMs],
  );
  return rows.map((row) => row.id);
}

/** The deleted record kept under an id, while it is. */
export async function findGoneRecord(db: Queryable, id: number): Promise<RecordValues | undefined> {
  const rows = await db.query<{ record: RecordValues }>('select record from _gone_records where id = $1', [id]);
  return rows[0]?.record;
}

/** Drops records kept since before an instant in epoch milliseconds. */
export async function deleteGoneRecords(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('delete from _gone_records where at < to_timestamp($1::double precision / 1000)', [beforeMs]);
}
