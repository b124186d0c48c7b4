import { endLinks } from '#engine/auth/end-links.ts';
import type { Queryable } from '#engine/database/database.ts';
import { deleteLonePasskeys, deleteSideDoors } from './side-doors.store.ts';

/**
 * Ends what opens an account, or tells of it, besides its sessions, when the account is made safe: whoever else was in it may have made its calendar address,
 * or read it, may be told in a browser of their own, and may have linked an outside account, which would be half of two factors, too. An outside
 * account of the account's own address is linked again by the next sign-in with it. Passkeys end where signing in takes one factor: each is a way in alone, and
 * a session was enough to add it.
 */
export async function endSideDoors(
  db: Queryable,
  { collection, id, keepsPasskeys = false }: { collection: string; id: string; keepsPasskeys?: boolean },
): Promise<void> {
  if (!keepsPasskeys) await deleteLonePasskeys(db, id);
  await deleteSideDoors(db, id);
  await endLinks(db, { collection, id });
}
