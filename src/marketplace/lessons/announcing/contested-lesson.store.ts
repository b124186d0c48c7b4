import type { Queryable } from '#engine/database/database.ts';

/** The lesson that a contest is about. */
export async function findContestedLesson(db: Queryable, contest: string): Promise<string> {
  const [row] = await db.query<{ lesson: string }>(
    `select n.lesson from no_show_contests c join no_shows n on n.id = c."noShow" where c.id = $1`,
    [contest],
  );
  return row?.lesson ?? '';
}
