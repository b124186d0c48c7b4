import type { Queryable } from '#engine/database/database.ts';

/** Has all accounts counted anew. A restored backup says what was counted by its own rows; what is kept of those of now is not in that. */
export async function countAllAnew(db: Queryable): Promise<void> {
  await db.query('insert into stale_sums (account) select id from users');
}
