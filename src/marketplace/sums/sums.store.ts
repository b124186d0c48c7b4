import type { Queryable } from '#engine/database/database.ts';

/** Whether nothing has changed since the sums were counted. */
export async function isFolded(db: Queryable): Promise<boolean> {
  return (await db.query('select from stale_sums limit 1')).length === 0;
}

export async function fold(db: Queryable): Promise<void> {
  await db.query('select fold_sums()');
}

/** The same in a transaction, for so long at most. */
export async function foldWithin(tx: Queryable, ms: number): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(ms)]);
  await fold(tx);
}
