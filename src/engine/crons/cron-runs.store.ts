import type { Queryable } from '../database/database.ts';

/** When each cron job was last begun, in epoch milliseconds, by id; jobs seen for the first time count as begun now. */
export async function findLastRuns(db: Queryable, ids: readonly string[], nowMs: number): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; begun: Date }>(
    `with added as (
       insert into _cron_runs (id, begun) select id, to_timestamp($2::double precision / 1000) from unnest($1::text[]) as id
       on conflict do nothing returning id, begun
     )
     select id, begun from _cron_runs where id = any ($1::text[]) union all select id, begun from added`,
    [ids, nowMs],
  );
  return new Map(rows.map(({ id, begun }) => [id, begun.getTime()]));
}

/** Writes down that a job is begun; false when another server began it since `lastMs`. */
export async function markBegun(
  db: Queryable,
  { id, lastMs, nowMs }: { id: string; lastMs: number; nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update _cron_runs set begun = to_timestamp($3::double precision / 1000)
     where id = $1 and begun <= to_timestamp($2::double precision / 1000) returning id`,
    [id, lastMs, nowMs],
  );
  return rows.length > 0;
}
