import type { Queryable } from '#engine/database/database.ts';

/** Lets version 1 of the policies begin; false when it has begun before (or another server was first). */
export async function beginPolicies(db: Queryable, effectiveFrom: string, stamp: string): Promise<boolean> {
  const begun = await db.query(
    `update policies set "effectiveFrom" = $1, created = $2, updated = $2
     where version = 1 and created is null returning version`,
    [effectiveFrom, stamp],
  );
  return begun.length > 0;
}

/** Adds holidays whose dates are not in the table yet. */
export async function insertHolidays(db: Queryable, rows: ReadonlyArray<Record<string, unknown>>): Promise<void> {
  await db.query(
    `insert into holidays (id, date, name, closes, created, updated)
     select id, date, name, closes, created, updated from jsonb_populate_recordset(null::holidays, $1)
     on conflict (date) do nothing`,
    [JSON.stringify(rows)],
  );
}
