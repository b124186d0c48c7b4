import type { Engine } from '#engine/engine.ts';
import { deleteReports, findReportFiles } from './erase-reports.store.ts';

/** Deletes the reports that name an account by its id or address: a CSV can't be made anew as it was without a person. */
export async function eraseReports(engine: Engine, user: string, address: string): Promise<void> {
  const { id: folder } = engine.collections.get('reports');
  for (const { id, file } of await findReportFiles(engine.db)) {
    const found = await engine.files.get(`${folder}/${id}/${file}`);
    const text = found ? Buffer.from(found.bytes).toString('utf8').toLowerCase() : '';
    const cells = new Set(text.split(/[\r\n,;"\t ]+/));
    if (cells.has(user) || (address !== '' && cells.has(address.toLowerCase()))) await dropReports(engine, [id]);
  }
}

/** Deletes reports and their files. */
export async function dropReports(engine: Engine, ids: readonly string[]): Promise<void> {
  const { id: folder } = engine.collections.get('reports');
  // Files first: a row whose file is gone is found again, a file that no row names is not.
  for (const id of ids) await engine.files.deletePrefix(`${folder}/${id}/`);
  await deleteReports(engine.db, ids);
}
