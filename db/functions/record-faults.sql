-- Finds records of money that disagree with the ledger. The proof of the books asks for them (src/marketplace/ledger/prove-ledger.ts).

create or replace function record_faults() returns table (name text, fault text) language sql stable set work_mem = '64MB' as $$
  -- What came in.
  select coalesce(p.id, t.id), format('the payment says that %s cents came in, and the ledger %s', coalesce(p.cents, 0), coalesce(t.cents, 0))
  from (select x.id, x."amountCents" as cents from payments x where x."succeededAt" is not null and x."amountCents" > 0) p
    full join (
      select substr(x.cause, 9) as id, sum(e."amountCents") as cents from ledger_transactions x
        join ledger_entries e on e.transaction = x.id and e."amountCents" > 0
      where x.kind = 'payment' and x.cause like 'payment:%' group by 1) t on t.id = p.id
  where p.cents is distinct from t.cents
  union all
  -- What went back.
  select p.id, format('the payment says that %s cents are back, and its refunds that are paid %s', p."refundedCents", coalesce(r.cents, 0))
  from payments p left join (select x.payment, sum(x."amountCents") as cents from refunds x where x.status = 'paid' group by 1) r on r.payment = p.id
  where p."refundedCents" <> coalesce(r.cents, 0)
  union all
  select c.id, format('the bank took %s cents back, and the ledger says %s', c."amountCents", coalesce(t.cents, 0))
  from chargebacks c left join (
    select substr(x.cause, 12) as id, -sum(e."amountCents") as cents from ledger_transactions x
      join ledger_entries e on e.transaction = x.id and e.account = 'provider_clearing'
    where x.kind = 'chargeback' and x.cause like 'chargeback:%' group by 1) t on t.id = c.id
  where c."amountCents" <> coalesce(t.cents, 0)
  union all
  -- What instructors were paid: a payout is what it takes along, and what was posted of it.
  select x.id, format('the payout is %s of %s cents, takes %s along, and the ledger says that %s went and %s came back', x.status, x."amountCents",
    coalesce(a.cents, 0), coalesce(t.gone, 0), coalesce(t.back, 0))
  from payouts x left join (select p.payout, sum(p."amountCents") as cents from payables p where p.payout <> '' group by 1) a on a.payout = x.id
    left join (
      select split_part(y.cause, ':', 2) as id, sum(e."amountCents") filter (where y.kind = 'payout') as gone,
        -sum(e."amountCents") filter (where y.kind = 'payout_returned') as back
      from ledger_transactions y join ledger_entries e on e.transaction = y.id and e.account like 'instructor\_payable:%'
      where y.kind in ('payout', 'payout_returned') group by 1) t on t.id = x.id
  where x."amountCents" <> coalesce(a.cents, 0)
    or coalesce(t.gone, 0) <> case when x.status = 'paid' or x."returnedAt" is not null then x."amountCents" else 0 end
    or coalesce(t.back, 0) <> case when x."returnedAt" is not null then x."amountCents" else x."_reversedCents" end
  union all
  -- What nobody knows the reason of.
  select 'unmatched_money', format('%s cents of lines of the bank wait, and the ledger says %s', l.cents, a.cents)
  from (select coalesce(sum(x."amountCents"), 0) as cents from bank_lines x where x.status in ('open', 'returning')) l,
    (select coalesce(-sum(ledger_balance(x)), 0) as cents from ledger_accounts x where x.id = 'unmatched_money') a
  where l.cents <> a.cents
  union all
  -- Hours that nobody can use have no money.
  select k.id, format('the package is %s, and %s cents are still held for it', k.status, -a."balanceCents")
  from package_purchases k join ledger_accounts a on a.id = 'held_package:' || k.id
  where k.status in ('refunded', 'expired') and a."balanceCents" <> 0
  union all
  select 'receipts', format('%s have a number, and the last is %s', count(*), max(p."_receiptNumber"))
  from payments p where p."_receiptNumber" is not null having count(*) <> max(p."_receiptNumber")
$$;
