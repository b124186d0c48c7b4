import type { Queryable } from '../database/database.ts';

/** Whether an account was signed in to from the device of a fingerprint. */
export async function isKnown(
  db: Queryable,
  { collectionRef, recordRef, fingerprint }: { collectionRef: string; recordRef: string; fingerprint: string },
): Promise<boolean> {
  const rows = await db.query(
    'select from "_authOrigins" where "collectionRef" = $1 and "recordRef" = $2 and fingerprint = $3',
    [collectionRef, recordRef, fingerprint],
  );
  return rows.length > 0;
}
