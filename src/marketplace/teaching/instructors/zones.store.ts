import type { Queryable } from '#engine/database/database.ts';

/** Whether the database can compute with a time zone, too: what it does not know ends every question about its instructor with an error. */
export async function knowsZone(db: Queryable, zone: string): Promise<boolean> {
  const rows = await db.query('select 1 from pg_timezone_names where lower(name) = lower($1) limit 1', [zone]);
  return rows.length > 0;
}
