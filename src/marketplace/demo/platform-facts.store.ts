import type { Queryable } from '#engine/database/database.ts';

/** Adds version 1 of the policies; false when there is one already (or another server was first). */
export async function insertFirstPolicies(db: Queryable, effectiveFrom: string, rules: unknown): Promise<boolean> {
  const inserted = await db.query(
    `insert into policies (version, "effectiveFrom", rules)
     select 1, $1::timestamptz, $2::jsonb where not exists (select from policies)
     on conflict (version) do nothing returning version`,
    [effectiveFrom, JSON.stringify(rules)],
  );
  return inserted.length > 0;
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
