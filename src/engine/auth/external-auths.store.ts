import type { Queryable } from '../database/database.ts';

/** Which record of a collection somebody of a provider is linked to. */
export async function findLinkedRecord(
  db: Queryable,
  { collection, provider, providerId }: { collection: string; provider: string; providerId: string },
): Promise<string | undefined> {
  const rows = await db.query<{ recordRef: string }>(
    'select "recordRef" from "_externalAuths" where "collectionRef" = $1 and provider = $2 and "providerId" = $3',
    [collection, provider, providerId],
  );
  return rows[0]?.recordRef;
}

/** Forgets all providers that a record is linked to. */
export async function deleteLinks(db: Queryable, collection: string, record: string): Promise<void> {
  await db.query('delete from "_externalAuths" where "collectionRef" = $1 and "recordRef" = $2', [collection, record]);
}
