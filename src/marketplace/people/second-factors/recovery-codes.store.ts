import type { Queryable } from '#engine/database/database.ts';

/** Replaces an account's recovery codes with new hashes. */
export async function replaceRecoveryCodes(
  db: Queryable,
  { user, hashes, nowMs }: { user: string; hashes: readonly string[]; nowMs: number },
): Promise<void> {
  await db.query(
    `with gone as (delete from recovery_codes where "user" = $1 and hash <> all ($2::text[]))
     insert into recovery_codes ("user", hash, created) select $1, unnest($2::text[]), $3`,
    [user, hashes, new Date(nowMs)],
  );
}

/** Uses a code up; false when the account has no code with that hash, or used it before. */
export async function takeRecoveryCode(db: Queryable, user: string, hash: string): Promise<boolean> {
  const rows = await db.query('delete from recovery_codes where "user" = $1 and hash = $2 returning hash', [
    user,
    hash,
  ]);
  return rows.length > 0;
}

/** How many codes an account has left. */
export async function countRecoveryCodes(db: Queryable, user: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from recovery_codes where "user" = $1', [
    user,
  ]);
  return row?.count ?? 0;
}

/** Forgets all codes of an account. */
export async function deleteRecoveryCodes(db: Queryable, user: string): Promise<void> {
  await db.query('delete from recovery_codes where "user" = $1', [user]);
}
