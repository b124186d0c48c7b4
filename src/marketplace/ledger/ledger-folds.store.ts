import type { Queryable } from '#engine/database/database.ts';

export type FoldFault = { name: string; kept: string; said: string };

/**
 * What is added up as it is posted (db/functions/ledger.sql) and differs from what the entries say, the first hundred: fees by instructor and month
 * of Singapore, how many entries there are, and how many each of the platform's accounts has. One question, so that nothing is posted in between.
 */
export function findFoldFaults(db: Queryable): Promise<FoldFault[]> {
  return db.query<FoldFault>(
    `with fees as (
       select l.instructor, date_trunc('month', t.created at time zone 'Asia/Singapore')::date as month, count(distinct t.lesson) as lessons,
         -sum(e."amountCents") as cents
       from ledger_entries e join ledger_transactions t on t.id = e.transaction join lessons l on l.id = t.lesson
       where e.account = 'platform_fees' group by 1, 2),
     shares as (select account, sum(entries) as entries from ledger_shares group by account),
     entries as (select account, count(*) as entries from ledger_entries where account not like '%:%' group by account)
     select 'The fees of ' || coalesce(k.instructor, f.instructor) || ' in ' || to_char(coalesce(k.month, f.month), 'YYYY-MM') as name,
       concat(coalesce(k."amountCents", 0), ' cents of ', coalesce(k.lessons, 0), ' lessons') as kept,
       concat(coalesce(f.cents, 0), ' cents of ', coalesce(f.lessons, 0), ' lessons') as said
     from fee_months k full join fees f on f.instructor = k.instructor and f.month = k.month
     where coalesce(k."amountCents", 0) <> coalesce(f.cents, 0) or coalesce(k.lessons, 0) <> coalesce(f.lessons, 0)
     union all
     select 'The count of entries', kept::text, said::text
     from (select coalesce(sum(entries), 0) as kept from ledger_counts) k, (select count(*) as said from ledger_entries) s where kept <> said
     union all
     select 'The count of entries of ' || coalesce(s.account, e.account), coalesce(s.entries, 0)::text, coalesce(e.entries, 0)::text
     from shares s full join entries e on e.account = s.account where coalesce(s.entries, 0) <> coalesce(e.entries, 0)
     limit 100`,
  );
}
