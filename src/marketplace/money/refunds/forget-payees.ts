import type { Queryable } from '#engine/database/database.ts';

/** Forgets whom refunds that were paid before went to: their bank does not send them back any more. What is owed still keeps it. */
export async function forgetPayees(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(
    `update refunds set _payee = null where _payee is not null and status = 'paid' and "paidAt" < to_timestamp($1::double precision / 1000)`,
    [beforeMs],
  );
}
