import type { Queryable } from '../database/database.ts';

type Owner = { collectionRef: string; recordRef: string };

/** The devices an account was used from, last used first. */
export async function findOrigins(
  db: Queryable,
  { collectionRef, recordRef }: Owner,
): Promise<Array<{ id: string; fingerprint: string }>> {
  return db.query(
    'select id, fingerprint from "_authOrigins" where "collectionRef" = $1 and "recordRef" = $2 order by updated desc, _seq desc',
    [collectionRef, recordRef],
  );
}

/** Remembers that a device was used at a wire date; true when it was not known before. */
export async function saveOrigin(
  db: Queryable,
  { collectionRef, recordRef, id, fingerprint, now }: Owner & { id: string; fingerprint: string; now: string },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    `insert into "_authOrigins" (id, "collectionRef", "recordRef", fingerprint, created, updated) values ($1, $2, $3, $4, $5, $5)
     on conflict ("collectionRef", "recordRef", fingerprint) do update set updated = excluded.updated returning id`,
    [id, collectionRef, recordRef, fingerprint, now],
  );
  return rows[0]?.id === id;
}

/** Forgets devices. */
export async function deleteOrigins(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.query('delete from "_authOrigins" where id = any ($1)', [ids]);
}
