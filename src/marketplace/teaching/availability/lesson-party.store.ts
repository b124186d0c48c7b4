import type { Queryable } from '#engine/database/database.ts';

/** True when the user is the lesson's learner or its instructor. */
export async function isParty(db: Queryable, lesson: string, user: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from lessons l join instructors i on i.id = l.instructor where l.id = $1 and (l.learner = $2 or i."user" = $2)`,
    [lesson, user],
  );
  return rows.length > 0;
}
