import type { Queryable } from '#engine/database/database.ts';

const questions: Record<string, string> = {
  lessons: 'select 1 from ledger_transactions where lesson = $1 limit 1',
  payments: `select 1 from payments p where p.id = $1 and (p.status in ('succeeded', 'refunded', 'part_refunded')
    or exists (select 1 from ledger_transactions t where t.lesson = p.lesson and t.payment = p.id))`,
  refunds: 'select 1 from refunds where id = $1',
  package_purchases: `select 1 from payments where "packagePurchase" = $1 and "packagePurchase" <> '' and status in ('succeeded', 'refunded', 'part_refunded')`,
  payouts: 'select 1 from payables where payout = $1 limit 1',
};

/** True when the ledger has an entry for a record of a collection that money moves by. */
export async function hasBooks(db: Queryable, collection: string, id: string): Promise<boolean> {
  const question = questions[collection];
  return question !== undefined && (await db.query(question, [id])).length > 0;
}

/** True when the ledger has any entry. */
export async function hasEntries(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from ledger_entries limit 1')).length > 0;
}
