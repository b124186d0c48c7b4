import type { Queryable } from '#engine/database/database.ts';

/** The lesson that a contest is about. */
export async function findContestedLesson(db: Queryable, contest: string): Promise<string> {
  const [row] = await db.query<{ lesson: string }>(
    `select n.lesson from no_show_contests c join no_shows n on n.id = c."noShow" where c.id = $1`,
    [contest],
  );
  return row?.lesson ?? '';
}

/** Whether a lesson was paid by PayNow that can't be sent back any more: what comes back of it becomes credit (rule 22). */
export async function becomesCredit(db: Queryable, lesson: string, nowMs: number): Promise<boolean> {
  const [row] = await db.query<{ becomes: boolean }>(
    `select coalesce(bool_or(p.method = 'paynow' and not takes_refund(p, to_timestamp($2::double precision / 1000))), false) as becomes
     from payments p where p._lesson = $1 and p.status in ('succeeded', 'part_refunded')`,
    [lesson, nowMs],
  );
  return row?.becomes ?? false;
}
