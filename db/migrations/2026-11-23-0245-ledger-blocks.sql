-- How many entries there are, by blocks of their ids, of all accounts and of each of the platform's (db/functions/ledger.sql).
create table ledger_blocks (
  account text not null,
  block bigint not null,
  share smallint not null,
  entries bigint not null,
  primary key (account, block, share)
);
insert into ledger_blocks (account, block, share, entries)
select coalesce(e.account, ''), e.block, 0, count(*)
from (select case when account not like '%:%' then account end as account, id / 20000 as block from ledger_entries) e
group by grouping sets ((e.block), (e.account, e.block)) having grouping(e.account) = 1 or e.account is not null;

drop table ledger_counts;
alter table ledger_shares drop column entries;
