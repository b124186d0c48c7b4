import type { Queryable } from '#engine/database/database.ts';

/** Whether nothing has changed since the sums were counted, nor how they are. */
export async function isFolded(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ folded: boolean }>(
    `select not exists (select from stale_sums) and exists (select from sums_counted_by where definition = sums_definition()) as folded`,
  );
  return row?.folded === true;
}

export async function fold(db: Queryable): Promise<void> {
  await db.query('select fold_sums()');
}

/** The same in a transaction, for so long at most. */
export async function foldWithin(tx: Queryable, ms: number): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(ms)]);
  await fold(tx);
}
