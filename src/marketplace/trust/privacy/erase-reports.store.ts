import type { Queryable } from '#engine/database/database.ts';

/** The reports whose file names an account, or of which it is not known whom they name. */
export async function findReportsNaming(db: Queryable, user: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(`select id from reports where _names && array[$1, '*']`, [user]);
  return rows.map(({ id }) => id);
}

/** Deletes reports by their ids. */
export async function deleteReports(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('delete from reports where id = any ($1::text[])', [ids]);
}
