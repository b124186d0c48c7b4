import { escapeIdentifier } from 'pg';
import type { Queryable } from '../database/database.ts';
import type { Staged } from './stage-backup.ts';
import type { Manifest } from './write-backup.ts';

const own = `select id from _histories where until = 'infinity'`;

/** Gives this database's history a name, which its backups carry, where it has none. */
export async function nameHistory(db: Queryable): Promise<void> {
  await db.query(
    `insert into _histories (id, until) select gen_random_uuid()::text, 'infinity' where not exists (${own})`,
  );
}

/** The name of this database's history; it has one once it made a backup. */
export async function findOwnHistory(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(own);
  return row?.id;
}

/** Whether a backup is of what this database was once: made by it, or by another one whose later backup it went on from. */
export async function isOwnPast(db: Queryable, { manifest, schema }: Staged): Promise<boolean> {
  const { history } = manifest;
  if (history === undefined) return hasAccountsOf(db, schema);
  const [row] = await db.query('select 1 from _histories where id = $1 and until >= $2', [history, manifest.created]);
  return row !== undefined;
}

/** Backups of earlier builds name no history: the same accounts are its mark. */
async function hasAccountsOf(db: Queryable, staging: string): Promise<boolean> {
  const [row] = await db.query(
    `select 1 from _superusers l join ${escapeIdentifier(staging)}._superusers b on b.id = l.id and b.created = l.created limit 1`,
  );
  return row !== undefined;
}

/**
 * Writes down that the database goes on from another one's backup: its own history begins afresh, and that one's is its past
 * up to then. Everybody signs in again.
 */
export async function goOnFrom(db: Queryable, { history, created }: Manifest): Promise<void> {
  await db.query(`delete from _histories where until = 'infinity'`);
  // Nobody here knows which of them were ended there.
  await db.query('delete from _sessions');
  if (history === undefined) return;
  await db.query(
    `insert into _histories (id, until) values ($1, $2)
     on conflict (id) do update set until = greatest(_histories.until, excluded.until)`,
    [history, created],
  );
}
