import type { Queryable } from '#engine/database/database.ts';
import { fileUrl } from '../reads/file-url.ts';
import { listSaved } from './saved.store.ts';

/** A saved instructor as the dashboard shows one. */
export type SavedInstructor = {
  id: string;
  name: string;
  /** A path such as `/api/files/instructors/<id>/<file>`, or empty. */
  photoUrl: string;
  licenceClasses: string[];
  hourlyCents: number;
  /** Evenings or weekends cost more. */
  hasSurcharges: boolean;
};

/** The saved instructors who can be booked, the newest first, at most 12. */
export async function readSaved(db: Queryable, user: string): Promise<SavedInstructor[]> {
  const rows = await listSaved(db, user);
  return rows.map(({ photo, ...row }) => ({ ...row, photoUrl: fileUrl('instructors', row.id, photo) }));
}
