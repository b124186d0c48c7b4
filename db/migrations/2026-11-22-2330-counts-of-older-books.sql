-- Books that are older than the shares (2026-11-22-1454-ledger-chain.sql) had entries of the platform's accounts and no share to count them in.
insert into ledger_shares (account, share, "balanceCents", entries)
select e.account, 0, 0, count(*) - coalesce((select sum(s.entries) from ledger_shares s where s.account = e.account), 0)
from ledger_entries e where e.account not like '%:%' group by e.account
having count(*) <> coalesce((select sum(s.entries) from ledger_shares s where s.account = e.account), 0)
on conflict (account, share) do update set entries = ledger_shares.entries + excluded.entries;
