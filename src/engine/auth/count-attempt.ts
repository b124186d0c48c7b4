import type { Engine } from '../engine.ts';

/** Counts a try of something guessable, for all servers together; false when it is one more than `max` within `seconds`. */
export async function countAttempt(
  engine: Engine,
  { key, max, seconds }: { key: string; max: number; seconds: number },
): Promise<boolean> {
  const nowMs = engine.clock.nowMs();
  const rows = await engine.db.query<{ count: number }>(
    `with old as (delete from _attempts where key = $1 and at <= to_timestamp($3::double precision / 1000)),
       new as (insert into _attempts (key, at) values ($1, to_timestamp($2::double precision / 1000)))
     select count(*) as count from _attempts where key = $1 and at > to_timestamp($3::double precision / 1000)`,
    [key, nowMs, nowMs - seconds * 1000],
  );
  // The snapshot does not see the row just added.
  return (rows[0]?.count ?? 0) < max;
}
