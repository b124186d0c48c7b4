import type { Queryable } from '#engine/database/database.ts';
import type { SavedInstructor } from '#wire/dashboard.ts';
import { fileUrl } from '../../platform/reads/file-url.ts';
import { listSaved } from './saved.store.ts';

/** The saved instructors who can be booked, the newest first, at most 12. */
export async function readSaved(db: Queryable, user: string): Promise<SavedInstructor[]> {
  const rows = await listSaved(db, user);
  return rows.map(({ photo, ...row }) => ({ ...row, photoUrl: fileUrl('instructors', row.id, photo) }));
}
