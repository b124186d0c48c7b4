import type { Queryable } from '#engine/database/database.ts';

/** True when a licence among the instructor's papers was accepted. */
export async function hasAcceptedLicence(db: Queryable, instructor: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from instructor_documents where instructor = $1 and kind = 'licence' and status = 'accepted' limit 1`,
    [instructor],
  );
  return rows.length > 0;
}
