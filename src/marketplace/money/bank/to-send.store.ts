import type { Queryable } from '#engine/database/database.ts';
import type { ToSend } from '#wire/bank.ts';

/** `waitsFor` is a refund's alone. */
type OwedSum = Omit<ToSend, 'owedSince'> & { user: string; owedMs: number | null };

// What nobody sends but a person: all of the operator's own account, and what a provider refused.
const isRefundByHand = `r.status <> 'paid' and (r.status = 'failed' or p.provider = 'manual')`;
const owedAt = `case when r."failureCode" = 'dispute_won' then r.updated else r.created end`;
const isPayoutByHand = `x.status <> 'paid' and x."returnedAt" is null and (x.status = 'failed' or x.provider = 'manual')`;

/** Since when the oldest refund that a person has to send is owed, in epoch milliseconds, and the date of the oldest such payout; null where there is none. */
export async function findOldestToSend(db: Queryable): Promise<{ refundMs: number | null; payoutDate: string | null }> {
  const [row] = await db.query<{ refundMs: number | null; payoutDate: string | null }>(
    `select (select min((extract(epoch from ${owedAt}) * 1000)::double precision)
         from refunds r join payments p on p.id = r.payment where ${isRefundByHand}) as "refundMs",
       (select min(x.date) from payouts x where ${isPayoutByHand}) as "payoutDate"`,
  );
  return row ?? { refundMs: null, payoutDate: null };
}

/** How many refunds and payouts a person has to send. */
export async function countToSend(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select ((select count(*) from refunds r join payments p on p.id = r.payment where ${isRefundByHand})
       + (select count(*) from payouts x where ${isPayoutByHand}))::int as count`,
  );
  return row?.count ?? 0;
}

/** Refunds, then payouts, that a person has to send, oldest first, 200 of each at most; with whom they go to. */
export async function listToSend(db: Queryable): Promise<OwedSum[]> {
  const [refunds, payouts] = await Promise.all([
    db.query<OwedSum>(
      `select 'refunds' as of, r.id, r.learner as user, r."amountCents", r."failureCode", coalesce(r._payee ->> 'name' || case when r._payee ->> 'phone' = '' then format(' (%s)', r._payee ->> 'email') else '' end, shown_name(u)) as name,
         coalesce(r._payee ->> 'phone', u.phone) as phone, takes_money(u) as "isPhoneProved", 'refunds_due:' || r.learner as account,
         coalesce(refund_hindrance(r.payment), '') as "waitsFor", (extract(epoch from ${owedAt}) * 1000)::double precision as "owedMs"
       from refunds r join payments p on p.id = r.payment join users u on u.id = r.learner
       where ${isRefundByHand} order by r.created, r.id limit 200`,
    ),
    db.query<OwedSum>(
      `select 'payouts' as of, x.id, i."user", x."amountCents", x."failureCode", i.name, u.phone, takes_money(u) as "isPhoneProved", 'instructor_payable:' || x.instructor as account,
         '' as "waitsFor", null::double precision as "owedMs"
       from payouts x join instructors i on i.id = x.instructor join users u on u.id = i."user"
       where ${isPayoutByHand} order by x.date, x.id limit 200`,
    ),
  ]);
  return [...refunds, ...payouts];
}
