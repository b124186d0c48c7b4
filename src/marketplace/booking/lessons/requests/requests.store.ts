import type { Queryable } from '#engine/database/database.ts';

/** Requests whose time to answer ran out, oldest first. */
export async function findLapsedRequests(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from lessons where status = 'requested' and "requestExpiresAt" <= to_timestamp($1::double precision / 1000)
     order by "requestExpiresAt", id limit 200`,
    [nowMs],
  );
  return rows.map((row) => row.id);
}
