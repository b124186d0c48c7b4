import type { Queryable } from '#engine/database/database.ts';
import type { PayableItem } from '#rules/payouts/plan-payout.ts';
import { findLastPayoutDate, listOpenPayables, type OpenPayable } from './payouts.store.ts';

/** What is open of an instructor, and the day of the latest payout ('' before the first). */
export type PayableState = { items: PayableItem[]; lastDate: string };

export async function readPayable(db: Queryable, instructor: string): Promise<PayableState> {
  const [items, lastDate] = await Promise.all([listOpenPayables(db, [instructor]), findLastPayoutDate(db, instructor)]);
  return { items, lastDate };
}

/** Each amount that is open of an instructor, with its entry. */
export function readOpenPayables(db: Queryable, instructor: string): Promise<OpenPayable[]> {
  return listOpenPayables(db, [instructor]);
}
