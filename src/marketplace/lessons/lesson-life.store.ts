import type { Queryable, Row } from '#engine/database/database.ts';

/** confirmed → in_progress; undefined when it was not confirmed. */
export async function beginLesson(tx: Queryable, lesson: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update lessons set status = 'in_progress', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'confirmed' returning *`,
    [lesson, nowMs],
  );
  return rows[0];
}

/** in_progress → completed; one that is completed already stays so. Undefined in any other state. */
export async function finishLesson(tx: Queryable, lesson: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update lessons set status = 'completed', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status in ('in_progress', 'completed') returning *`,
    [lesson, nowMs],
  );
  return rows[0];
}
