import type { Queryable, Row } from '#engine/database/database.ts';

/** requested → confirmed; undefined when it was not requested or the time to answer is over. */
export async function confirmRequest(tx: Queryable, lesson: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update lessons set status = 'confirmed', "confirmedAt" = to_timestamp($2::double precision / 1000), "requestExpiresAt" = null,
       updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'requested'
       and ("requestExpiresAt" is null or "requestExpiresAt" > to_timestamp($2::double precision / 1000)) returning *`,
    [lesson, nowMs],
  );
  return rows[0];
}

/** requested → declined, and everything paid goes back; undefined when it was not requested. */
export async function declineRequest(tx: Queryable, lesson: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update lessons set status = 'declined', "requestExpiresAt" = null, updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'requested' returning *`,
    [lesson, nowMs],
  );
  if (rows[0]) {
    await tx.query(`select refund_lesson($1, 'declined:' || $1, to_timestamp($2::double precision / 1000))`, [
      lesson,
      nowMs,
    ]);
  }
  return rows[0];
}

/** Requests whose time to answer ran out, oldest first. */
export async function findLapsedRequests(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from lessons where status = 'requested' and "requestExpiresAt" <= to_timestamp($1::double precision / 1000)
     order by "requestExpiresAt", id limit 200`,
    [nowMs],
  );
  return rows.map((row) => row.id);
}

/** held → expired for holds that ran out, oldest first, at most 200 at a time; answers the lessons. */
export async function expireDueHolds(db: Queryable, nowMs: number): Promise<Row[]> {
  return db.query('select * from expire_due_holds(to_timestamp($1::double precision / 1000), 200)', [nowMs]);
}
