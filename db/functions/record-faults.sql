-- Finds records of money that disagree with the ledger. The proof of the books asks for them (src/marketplace/money/ledger/prove-ledger.ts).

-- What came in for a package, without what went back whole as it came too late, was too little or came twice.
create or replace function package_paid_cents(of_purchase text) returns integer language sql stable as $$
  select coalesce(sum(p."amountCents"), 0)::integer from payments p
  where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and p."succeededAt" is not null
    and not exists (select from refunds r where r.payment = p.id and split_part(r._cause, ':', 1) in ('late', 'stray'))
$$;

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
  -- What covered it is the learner's once it is won, and what it cost the platform's.
  select c.id, format('the chargeback is %s, %s cents are said to be covered and its fee is %s, and the ledger says that %s are, that %s came back and a fee of %s',
    c.status, c."coveredCents", c."feeCents", coalesce(t.covered, 0), coalesce(t.won, 0), coalesce(t.fee, 0))
  from chargebacks c left join (
    select case x.head when 'refund-covered' then split_part(x.cause, ':by:', 2) else split_part(x.cause, ':', 2) end as id,
      -sum(e."amountCents") filter (where x.head in ('chargeback-covered', 'refund-covered') and e.account = 'provider_costs') as covered,
      sum(e."amountCents") filter (where x.head = 'chargeback-won' and e.account = 'provider_clearing') as won,
      sum(e."amountCents") filter (where x.head = 'chargeback-fee' and e.account = 'provider_costs') as fee
    from (select y.*, split_part(y.cause, ':', 1) as head from ledger_transactions y where y.kind in ('chargeback', 'chargeback_fee')) x
      join ledger_entries e on e.transaction = x.id group by 1) t on t.id = c.id
  where (c."coveredCents", c."feeCents") is distinct from (coalesce(t.covered, 0), coalesce(t.fee, 0))
    or coalesce(t.won, 0) <> case c.status when 'won' then c."amountCents" else 0 end
  union all
  -- What the platform bears of refunds that were made at the provider, and nothing covered yet.
  select coalesce(r.payment, t.payment), format('the platform bears %s cents of refunds of the payment, and the ledger says %s', coalesce(r.cents, 0), coalesce(t.cents, 0))
  from (select x.payment, sum(x."_borneCents" - x."_coveredCents") as cents from refunds x group by 1) r
    full join (
      select x.payment, sum(e."amountCents") as cents from ledger_transactions x join ledger_entries e on e.transaction = x.id and e.account = 'goodwill'
      where x.cause like 'refund:provider:%' or x.cause like 'refund-undone:%' or x.cause like 'refund-borne-covered:%' group by 1) t on t.payment = r.payment
  where coalesce(r.cents, 0) <> coalesce(t.cents, 0)
  union all
  select f.id, format('%s cents of the refund are more than its payment had, and it is %s, and the ledger says %s', f."excessCents", f.status, coalesce(t.cents, 0))
  from provider_refunds f left join (
    select substr(x.cause, strpos(x.cause, ':') + 1) as id, sum(e."amountCents") as cents
    from ledger_transactions x join ledger_entries e on e.transaction = x.id and e.account = 'goodwill' where x.cause like 'refund-excess%' group by 1) t on t.id = f.id
  where coalesce(t.cents, 0) <> case f.status when 'paid' then f."excessCents" else 0 end
  union all
  select c.id, format('the provider charged %s cents, and the ledger says %s', c."amountCents", coalesce(t.cents, 0))
  from provider_charges c left join (
    select substr(x.cause, 17) as id, sum(e."amountCents") as cents from ledger_transactions x
      join ledger_entries e on e.transaction = x.id and e.account = 'provider_costs' where x.cause like 'provider-charge:%' group by 1) t on t.id = c.id
  where c."amountCents" <> coalesce(t.cents, 0)
  union all
  -- What is payable is an entry, and what was noted as sent is what was owed.
  select p.entry::text, format('%s cents are payable to %s by an entry, and the ledger says %s', p."amountCents", p.instructor, coalesce(-e."amountCents", 0))
  from payables p left join ledger_entries e on e.id = p.entry and e.account = 'instructor_payable:' || p.instructor
  where p."amountCents" is distinct from -e."amountCents"
  union all
  select s.record, format('%s cents were noted as sent, and %s were paid', s."amountCents", coalesce(r."amountCents", x."amountCents"))
  from sent_by_hand s left join refunds r on s.of_what = 'refunds' and r.id = s.record and r.status = 'paid' and r."providerReference" = s.reference
    left join payouts x on s.of_what = 'payouts' and x.id = s.record and x.status = 'paid' and x."providerReference" = s.reference
  where s."cameBackAs" = '' and s."amountCents" <> coalesce(r."amountCents", x."amountCents")
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
  -- Of one that can be used there is what came in for it, less what its lessons took and what went back; what a bank took back is another matter.
  select k.id, format('for the package %s cents should be held, and %s are', s.cents, package_held_cents(k.id))
  from package_purchases k cross join lateral (
    select k.id, package_paid_cents(k.id)
      - coalesce((select sum(p."amountCents" - p."refundedCents") from payments p where p."drawnFrom" = k.id and p."drawnFrom" <> '' and p."succeededAt" is not null), 0)
      - coalesce((select sum(r."amountCents" - r."_borneCents" + r."_coveredCents") from refunds r join payments p on p.id = r.payment
        where p."packagePurchase" = k.id and p."packagePurchase" <> '' and split_part(r._cause, ':', 1) not in ('late', 'stray')), 0) as cents) s
  where k.status in ('active', 'used') and s.cents <> package_held_cents(k.id)
    and not exists (select from chargebacks c join payments p on p.id = c.payment where p."packagePurchase" = k.id and p."packagePurchase" <> '')
  union all
  -- What its instructor kept at its end.
  select coalesce(k.id, t.id), format('the instructor kept %s cents of the package, %s of them as a fee, and the ledger says %s and %s',
    coalesce(k."_keptCents", 0), coalesce(k."_keptFeeCents", 0), coalesce(t.cents, 0), coalesce(t.fee, 0))
  from package_purchases k full join (
    select split_part(h.account, ':', 2) as id, sum(h."amountCents") as cents, -sum(f.cents) as fee
    from ledger_transactions x join ledger_entries h on h.transaction = x.id and h.account like 'held\_package:%'
      cross join lateral (select coalesce(sum(e."amountCents"), 0) as cents from ledger_entries e where e.transaction = x.id and e.account = 'platform_fees') f
    where x.kind = 'settlement' group by 1) t on t.id = k.id
  where (coalesce(k."_keptCents", 0), coalesce(k."_keptFeeCents", 0)) is distinct from (coalesce(t.cents, 0), coalesce(t.fee, 0))
  union all
  -- What its learner bought; what a superuser gave is a fact of theirs.
  select k.id, format('the package says that it cost %s cents, and its payments say %s', k."priceCents", package_paid_cents(k.id))
  from package_purchases k where k."boughtAt" is not null and k._author = k.learner and k."priceCents" <> package_paid_cents(k.id)
  union all
  -- What came back after its last day is money, no minutes.
  select k.id, format('the package is %s and says that %s minutes of %s are left, and its lessons used %s', k.status, k."minutesLeft", k.minutes, package_used_minutes(k.id))
  from package_purchases k where k."boughtAt" is not null and k._author = k.learner
    and case when k.status = 'active' then k."minutesLeft" <> k.minutes - package_used_minutes(k.id) else k."minutesLeft" <> 0 end
    and not (k.status = 'active' and exists (select from refunds r join payments p on p.id = r.payment
      where p."packagePurchase" = k.id and p."packagePurchase" <> '' and r._cause like 'returned:%'))
  union all
  -- How lessons ended: what was written down of each is what was posted, and its figures are those of its entries.
  select coalesce(w.lesson, t.lesson), format('the settlement of the lesson has %s cents at %s, and the ledger %s', coalesce(w.cents, 0), coalesce(w.account, t.account), coalesce(t.cents, 0))
  from (select s.lesson, e.account, sum(e.cents) as cents from settlements s cross join lateral jsonb_to_recordset(s.entries) as e (account text, cents bigint) group by 1, 2) w
    full join (
      select split_part(x.cause, ':', 3) as lesson, e.account, sum(e."amountCents") as cents
      from ledger_transactions x join ledger_entries e on e.transaction = x.id where x.cause like 'move:settlement:%' group by 1, 2) t
      on t.lesson = w.lesson and t.account = w.account
  where coalesce(w.cents, 0) <> coalesce(t.cents, 0)
  union all
  select s.lesson, format('the settlement says that %s cents are kept, %s of them as a fee and %s for the instructor, and its entries say %s, %s and %s',
    s."keptCents", s."feeCents", s."instructorCents", e.kept, e.fee, e.instructor)
  from settlements s cross join lateral (
    select s."paidCents" - coalesce((select sum(g.cents) from jsonb_to_recordset(s.gives) as g ("from" text, cents bigint) where g."from" = 'held'), 0) as kept,
      coalesce(-sum(x.cents) filter (where x.account = 'platform_fees'), 0) as fee,
      coalesce(-sum(x.cents) filter (where x.account = 'instructor_payable:' || s.instructor), 0) as instructor
    from jsonb_to_recordset(s.entries) as x (account text, cents bigint)) e
  where (s."keptCents", s."feeCents", s."instructorCents") is distinct from (e.kept, e.fee, e.instructor)
  union all
  -- What moved at the provider or the bank, by which name it is known there. What was posted before that was written down is noted with the next comparison.
  select coalesce(t.id, m.transaction), format('%s cents moved outside by the ledger, and %s are noted', coalesce(t.cents, 0), coalesce(m.cents, 0))
  from (
    select e.transaction as id, x.created, sum(e."amountCents") as cents from ledger_entries e join ledger_transactions x on x.id = e.transaction
    where e.account = 'provider_clearing' group by 1, 2) t
    full join outside_moves m on m.transaction = t.id
  where coalesce(t.cents, 0) <> coalesce(m.cents, 0) and (m.transaction is not null or t.created >= (select min(o.created) from outside_moves o))
  union all
  select 'receipts', format('%s have a number, and the last is %s', count(*), max(p."_receiptNumber"))
  from payments p where p."_receiptNumber" is not null having count(*) <> max(p."_receiptNumber")
$$;
