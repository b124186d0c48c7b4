import type { Queryable } from '#engine/database/database.ts';

/** Whose account is being closed by this transaction; empty where nobody's is. */
export async function findLeaving(tx: Queryable): Promise<string> {
  const [row] = await tx.query<{ leaving: string | null }>(
    `select current_setting('kerbside.leaving', true) as leaving`,
  );
  return row?.leaving ?? '';
}
