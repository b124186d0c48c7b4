import type { Queryable } from '#engine/database/database.ts';

/** The reports that have a file. */
export function findReportFiles(db: Queryable): Promise<Array<{ id: string; file: string }>> {
  return db.query(`select id, file from reports where file <> ''`);
}

/** Deletes reports by their ids. */
export async function deleteReports(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('delete from reports where id = any ($1::text[])', [ids]);
}
