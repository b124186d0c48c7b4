import type { Queryable, Row } from '#engine/database/database.ts';

/** Writes down that the money of every payment came in, in the order in which it did. */
export async function postPayments(tx: Queryable): Promise<void> {
  await tx.query(
    `select post_payment(p, p."succeededAt") from (select * from payments where status = 'succeeded' order by "succeededAt", id) p`,
  );
}

/** Every lesson's row by its id. */
export async function findLessonRows(tx: Queryable): Promise<Map<string, Row>> {
  const rows = await tx.query('select * from lessons');
  return new Map(rows.map((row) => [String(row.id), row]));
}
