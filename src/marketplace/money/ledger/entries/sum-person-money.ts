import type { Queryable } from '#engine/database/database.ts';
import { givenBackTo, ofAccount, paidBy, sumEntries } from './entries.store.ts';

/** What somebody paid as a learner, what of it went back, and what they have as credit: each the sum of the entries that it opens to. */
export type PersonMoney = { paidCents: number; refundedCents: number; creditCents: number };

export async function sumPersonMoney(db: Queryable, id: string): Promise<PersonMoney> {
  const [paid, back, credit] = await Promise.all([
    sumEntries(db, paidBy(id)),
    sumEntries(db, givenBackTo(id)),
    sumEntries(db, ofAccount(`learner_credit:${id}`)),
  ]);
  return { paidCents: paid.cents, refundedCents: 0 - back.cents, creditCents: 0 - credit.cents };
}
