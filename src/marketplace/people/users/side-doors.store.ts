import type { Queryable } from '#engine/database/database.ts';

/** Forgets the calendar address of an account and the browsers that are told of it by push. */
export async function deleteSideDoors(db: Queryable, user: string): Promise<void> {
  await db.query('delete from calendar_addresses where "user" = $1', [user]);
  await db.query('delete from push_subscriptions where "user" = $1', [user]);
}

/** Takes the passkeys off an account where signing in takes one factor. */
export async function deleteLonePasskeys(db: Queryable, user: string): Promise<void> {
  await db.query(
    `delete from passkeys where "user" = $1 and exists (select 1 from users where id = $1 and "twoFactor" is not true)`,
    [user],
  );
}

/** Forgets the browsers that a session of an account had told by push. */
export async function deletePushOf(db: Queryable, { user, session }: { user: string; session: string }): Promise<void> {
  await db.query(`delete from push_subscriptions where "user" = $1 and _session = $2 and _session <> ''`, [
    user,
    session,
  ]);
}
