-- What was posted to the platform's accounts, by day of Singapore and kind (db/functions/ledger.sql): figures of months are sums of it.
create table ledger_days (
  day date not null,
  account text not null,
  kind text not null,
  share smallint not null,
  cents bigint not null,
  entries bigint not null,
  primary key (day, account, kind, share)
);
insert into ledger_days (day, account, kind, share, cents, entries)
select (t.created at time zone 'Asia/Singapore')::date, e.account, t.kind, 0, sum(e."amountCents"), count(*)
from ledger_entries e join ledger_transactions t on t.id = e.transaction where e.account not like '%:%' group by 1, 2, 3;
