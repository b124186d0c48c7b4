import type { Queryable } from '#engine/database/database.ts';
import type { ProviderFeesAnswer, RefusedFee } from '#wire/provider-fees.ts';
import type { FeeOf } from '../payments/payment-provider.ts';

/** A fee that is asked for, with the cents that came in or were sent back, and since when. */
export type ClaimedFee = FeeOf & { id: string; paidCents: number; sinceMs: number };

/** Fees whose time to be asked for has come, the longest due first; whoever gets one asks. The pause doubles from a minute to about eight hours. */
export function claimFees(db: Queryable, { nowMs, limit }: { nowMs: number; limit: number }): Promise<ClaimedFee[]> {
  return db.query<ClaimedFee>(
    `with t as (select to_timestamp($1::double precision / 1000) as at),
       due as materialized (
         select g.id from provider_fees g, t where g.status = 'due' and g."dueAt" <= t.at order by g."dueAt", g.id limit $2 for update of g skip locked),
       claimed as (
         update provider_fees f set attempts = f.attempts + 1, updated = t.at, "dueAt" = t.at + make_interval(mins => (2 ^ least(f.attempts, 9))::integer)
         from due, t where f.id = due.id returning f.*)
     select c.id, case when c.id like 'refund:%' then 'refund' else 'payment' end as kind, c.reference,
       cents_of_fee(p, r) as "paidCents", (extract(epoch from coalesce(c."askedAgainAt", c.created)) * 1000)::double precision as "sinceMs"
     from claimed c join payments p on p.id = c.payment left join refunds r on r.id = c.refund`,
    [nowMs, limit],
  );
}

/** Notes the last digits of the card that paid, with all that was charged at once. */
export async function noteCard(db: Queryable, fee: string, cardLast4: string): Promise<void> {
  await db.query(
    `update payments p set "cardLast4" = $2 from provider_fees f
     where f.id = $1 and (p.id = f.payment or p."chargedWith" = f.payment) and p."cardLast4" = ''`,
    [fee, cardLast4],
  );
}

/** due → booked, with the ledger (`book_fee`). */
export async function bookFee(db: Queryable, id: string, cents: number, nowMs: number): Promise<void> {
  await db.query('select book_fee($1, $2, to_timestamp($3::double precision / 1000))', [id, cents, nowMs]);
}

/** due → refused; false when it is due no more. */
export async function refuseFee(
  tx: Queryable,
  id: string,
  { code, said, nowMs }: { code: string; said: string; nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update provider_fees set status = 'refused', "refusalCode" = $2, said = $3, updated = to_timestamp($4::double precision / 1000)
     where id = $1 and status = 'due' returning id`,
    [id, code, said, nowMs],
  );
  return rows.length > 0;
}

/**
 * due → refused of all that were asked for since an instant or before and not told, their ids. Where somebody is asked, those whose turn to be asked has
 * come are left: they may be told yet.
 */
export async function giveUpFees(
  tx: Queryable,
  { sinceMs, nowMs, isAsked }: { sinceMs: number; nowMs: number; isAsked: boolean },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update provider_fees f set status = 'refused', "refusalCode" = 'not_told', said = '', updated = t.at
     from (select to_timestamp($2::double precision / 1000) as at) t
     where f.status = 'due' and coalesce(f."askedAgainAt", f.created) <= to_timestamp($1::double precision / 1000) and not ($3 and f."dueAt" <= t.at)
     returning f.id`,
    [sinceMs, nowMs, isAsked],
  );
  return rows.map(({ id }) => id).sort();
}

/** What its payment or refund is called at the provider, where there is such a fee. */
export async function findFeeReference(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ reference: string }>('select reference from provider_fees where id = $1', [id]);
  return row?.reference;
}

/** refused → due, as if it were new; false when it is refused no more. */
export async function askForFeeAgain(tx: Queryable, id: string, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update provider_fees set status = 'due', "refusalCode" = '', said = '', attempts = 0, "dueAt" = t.at, "askedAgainAt" = t.at, updated = t.at
     from (select to_timestamp($2::double precision / 1000) as at) t where id = $1 and status = 'refused' returning id`,
    [id, nowMs],
  );
  return rows.length > 0;
}

/** refused → left; false when it is refused no more. */
export async function leaveFee(
  tx: Queryable,
  id: string,
  { by, nowMs }: { by: string; nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update provider_fees set status = 'left', "leftBy" = $2, "leftAt" = t.at, updated = t.at
     from (select to_timestamp($3::double precision / 1000) as at) t where id = $1 and status = 'refused' returning id`,
    [id, by, nowMs],
  );
  return rows.length > 0;
}

/** What was booked in each of the last 24 months of Singapore that have any, the latest first. */
export function listFeeMonths(db: Queryable): Promise<ProviderFeesAnswer['months']> {
  return db.query(
    `select to_char(day, 'YYYY-MM') as month, sum(cents)::double precision as "amountCents" from ledger_days
     where account = 'provider_costs' and kind = 'provider_fee' group by 1 order by 1 desc limit 24`,
  );
}

/** Fees that were not booked, the oldest first, 200 at most. */
export function listRefusedFees(db: Queryable): Promise<Array<Omit<RefusedFee, 'refusedAt'> & { refusedMs: number }>> {
  return db.query(
    `select f.id, f.payment, coalesce(f.refund, '') as refund, f.reference,
       cents_of_fee(p, r) as "paidCents", f."refusalCode", f.said,
       (extract(epoch from f.updated) * 1000)::double precision as "refusedMs"
     from provider_fees f join payments p on p.id = f.payment left join refunds r on r.id = f.refund
     where f.status = 'refused' order by f.created, f.id limit 200`,
  );
}

/** How many fees are not known yet, and how many were not booked and wait for somebody. */
export async function countFees(db: Queryable): Promise<{ awaited: number; refusedCount: number }> {
  const [row] = await db.query<{ awaited: number; refusedCount: number }>(
    `select count(*) filter (where status = 'due')::integer as awaited, count(*) filter (where status = 'refused')::integer as "refusedCount"
     from provider_fees where status in ('due', 'refused')`,
  );
  return row ?? { awaited: 0, refusedCount: 0 };
}
