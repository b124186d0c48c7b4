-- What pages of money would have to add up from the whole ledger, added up as it is posted (post_ledger_transaction): fees by instructor and month of
-- Singapore, which the platform's invoices show, and how many entries there are, in all and of the platform's accounts. Shares as of balances.
create table fee_months (
  instructor text not null references instructors (id) on delete restrict,
  month date not null,
  lessons integer not null,
  "amountCents" bigint not null,
  primary key (instructor, month)
);
insert into fee_months (instructor, month, lessons, "amountCents")
select l.instructor, date_trunc('month', t.created at time zone 'Asia/Singapore')::date, count(distinct t.lesson), -sum(e."amountCents")
from ledger_entries e join ledger_transactions t on t.id = e.transaction join lessons l on l.id = t.lesson
where e.account = 'platform_fees' group by 1, 2;

create table ledger_counts (
  share smallint primary key,
  entries bigint not null
);
insert into ledger_counts (share, entries) select 0, count(*) from ledger_entries;

alter table ledger_shares add column entries bigint not null default 0;
update ledger_shares s set entries = (select count(*) from ledger_entries e where e.account = s.account)
where s.share = (select min(o.share) from ledger_shares o where o.account = s.account);

-- It is asked by parts now (db/functions/ledger.sql).
drop function if exists ledger_chain_faults();
