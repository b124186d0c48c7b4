import type { Database, Queryable } from '#engine/database/database.ts';

/**
 * How the database would find what is asked, a text a query. Small tables would be read whole: what is answered here is which way there is, also
 * where they would rather be sorted, or read by another index (`without`).
 */
export async function plansOf(
  db: Database,
  ask: (db: Queryable) => Promise<unknown>,
  without: readonly ('sort' | 'indexscan')[] = [],
): Promise<string[]> {
  const plans: string[] = [];
  await db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    for (const way of without) await tx.query(`set local enable_${way} = off`);
    await ask({
      ...tx,
      query: async (text, values) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return tx.query(text, values);
      },
    });
  });
  return plans;
}
