import type { Queryable } from '../database/database.ts';

/** The channel that wakes servers up to read what was revoked. */
export const revocationsChannel = 'kerbside_revocations';

/** A collection's id or name and a record's id; `*` for all accounts there are. */
export type Revoked = [collection: string, id: string];

/**
 * What was revoked by transactions that had not ended at `since`, and the mark to ask with next time. Whatever was not visible to one reading
 * is in the next, in whichever order transactions end.
 */
export async function findRevoked(
  db: Queryable,
  since: string | undefined,
): Promise<{ revoked: Revoked[]; mark: string }> {
  const [row] = await db.query<{ mark: string; revoked: Revoked[] }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
       (select coalesce(json_agg(distinct jsonb_build_array("collectionRef", "recordRef")), '[]')
        from _revocations where xid >= $1::text::xid8) as revoked`,
    [since ?? '9223372036854775807'],
  );
  if (!row) throw new Error('A reading answered no row.');
  return row;
}

/** Tables of accounts that do not tell of their changes yet. */
export async function findSilentTables(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname as name from _collections k
     join pg_class c on c.relname = k.name and c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
     where k.definition->>'type' = 'auth'
       and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'revoked_by_delete')`,
  );
  return rows.map(({ name }) => name);
}

/** Forgets what every server that listens has read. */
export async function deleteOldRevocations(db: Queryable): Promise<void> {
  await db.query(`delete from _revocations where at < now() - interval '1 hour'`);
}
