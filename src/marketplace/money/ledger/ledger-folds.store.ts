import type { Queryable } from '#engine/database/database.ts';

export type FoldFault = { name: string; kept: string; said: string };

/**
 * Fees that are added up as they are posted, by instructor and month of Singapore (db/functions/ledger.sql), and differ from what the entries say, the
 * first hundred. One question, so that nothing is posted in between.
 */
export function findFeeFaults(db: Queryable): Promise<FoldFault[]> {
  return db.query<FoldFault>(
    `with of_lessons as (
       select t.lesson, date_trunc('month', t.created at time zone 'Asia/Singapore')::date as month, -sum(e."amountCents") as cents
       from ledger_entries e join ledger_transactions t on t.id = e.transaction
       where e.account = 'platform_fees' and t.lesson is not null group by 1, 2),
     fees as (
       select l.instructor, f.month, count(*) as lessons, sum(f.cents) as cents from of_lessons f join lessons l on l.id = f.lesson group by 1, 2)
     select 'The fees of ' || coalesce(k.instructor, f.instructor) || ' in ' || to_char(coalesce(k.month, f.month), 'YYYY-MM') as name,
       concat(coalesce(k."amountCents", 0), ' cents of ', coalesce(k.lessons, 0), ' lessons') as kept,
       concat(coalesce(f.cents, 0), ' cents of ', coalesce(f.lessons, 0), ' lessons') as said
     from fee_months k full join fees f on f.instructor = k.instructor and f.month = k.month
     where coalesce(k."amountCents", 0) <> coalesce(f.cents, 0) or coalesce(k.lessons, 0) <> coalesce(f.lessons, 0) limit 100`,
  );
}

/** How many entries are kept as counted, by account (an empty name: all) and block of their ids, as `<account>:<block>`. */
export function listCounts(db: Queryable): Promise<Array<{ place: string; entries: number }>> {
  return db.query(
    `select account || ':' || block as place, sum(entries)::bigint as entries from ledger_blocks group by account, block having sum(entries) <> 0`,
  );
}

/** Counts of entries that are not what there is. One question, so that nothing is posted in between. */
export function findCountFaults(db: Queryable): Promise<FoldFault[]> {
  return db.query<FoldFault>(
    `with kept as (select account, block, sum(entries) as entries from ledger_blocks group by 1, 2),
     said as (
       select c.account, ledger_block(e.id) as block, count(*) as entries
       from ledger_entries e, lateral (select '' as account union all select e.account where e.account not like '%:%') c group by 1, 2)
     select 'The count of entries of ' || coalesce(nullif(account, ''), 'all accounts') || ' in block ' || block as name,
       coalesce(k.entries, 0)::text as kept, coalesce(s.entries, 0)::text as said
     from kept k full join said s using (account, block) where coalesce(k.entries, 0) <> coalesce(s.entries, 0) order by account, block limit 100`,
  );
}

/** What was added up of the platform's accounts by days, as `<day counted from 1970>:<account>:<kind>`. */
export function listDays(db: Queryable): Promise<Array<{ place: string; cents: number; entries: number }>> {
  return db.query(
    `select (day - date '1970-01-01') || ':' || account || ':' || kind as place, sum(cents)::bigint as cents, sum(entries)::bigint as entries
     from ledger_days group by day, account, kind`,
  );
}

/** Days whose sums are not those of their entries. One question, so that nothing is posted in between. */
export function findDayFaults(db: Queryable): Promise<FoldFault[]> {
  return db.query<FoldFault>(
    `with kept as (select day, account, kind, sum(cents) as cents, sum(entries) as entries from ledger_days group by 1, 2, 3),
     said as (
       select (t.created at time zone 'Asia/Singapore')::date as day, e.account, t.kind, sum(e."amountCents") as cents, count(*) as entries
       from ledger_entries e join ledger_transactions t on t.id = e.transaction where e.account not like '%:%' group by 1, 2, 3)
     select concat(kind, ' of ', account, ' on ', day) as name, concat(coalesce(k.cents, 0), ' cents in ', coalesce(k.entries, 0), ' entries') as kept,
       concat(coalesce(s.cents, 0), ' cents in ', coalesce(s.entries, 0), ' entries') as said
     from kept k full join said s using (day, account, kind)
     where (coalesce(k.cents, 0), coalesce(k.entries, 0)) <> (coalesce(s.cents, 0), coalesce(s.entries, 0)) order by day, account, kind limit 100`,
  );
}
