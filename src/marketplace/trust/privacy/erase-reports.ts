import type { Engine } from '#engine/engine.ts';
import { deleteReports, findReportsNaming } from './erase-reports.store.ts';

/** Deletes the reports that name an account, and no other: a file can't be made anew as it was without a person. */
export async function eraseReports(engine: Engine, user: string): Promise<void> {
  await dropReports(engine, await findReportsNaming(engine.db, user));
}

/** Deletes reports and their files. */
export async function dropReports(engine: Engine, ids: readonly string[]): Promise<void> {
  const { id: folder } = engine.collections.get('reports');
  // Files first: a row whose file is gone is found again, a file that no row names is not.
  for (const id of ids) await engine.files.deletePrefix(`${folder}/${id}/`);
  await deleteReports(engine.db, ids);
}
