-- Where outside the books money moves, and by which name it is known there. The comparison is src/rules/outside/compare-moves.ts.

-- Where the money of a transaction moved on provider_clearing, and of what by the name of that place: a payment, a refund, a transfer or a dispute by the
-- provider's own name; at the operator's own bank a line of its statement, or a sum that a person sent.
create or replace function outside_of(t ledger_transactions, out place text, out reference text, out part text) language plpgsql stable as $$
declare
  p payments;
  r refunds;
  head text := split_part(t.cause, ':', 1);
  name text := substr(t.cause, length(split_part(t.cause, ':', 1)) + 2);
begin
  select * into p from payments x where x.id = t.payment;
  place := coalesce(p.provider, '');
  reference := t.cause;
  part := 'money';
  case
    when head = 'payment' then
      reference := case when starts_with(p."providerReference", 'bank:') then 'bank_lines:' || substr(p."providerReference", 6) else p."providerReference" end;
    when head in ('refund-excess', 'refund-excess-returned') then
      reference := name;
    when head in ('refund-paid', 'refund-returned', 'refund-undone') then
      select * into r from refunds x where x.payment = t.payment
        and (x._cause = name or starts_with(name, x._cause || ':')) order by length(x._cause) desc limit 1;
      if strpos(name, ':came-back:') > 0 then
        place := 'manual';
        reference := 'bank_lines:' || split_part(name, ':came-back:', 2);
      elsif place = 'manual' or name like '%:by-hand' then
        place := 'manual';
        reference := 'refunds:' || r.id;
      elsif strpos(name, ':at:') > 0 then
        reference := substr(name, strpos(name, ':at:') + 4);
      elsif exists (select from provider_refunds f where f.id = r."providerReference") then
        reference := r."providerReference";
      -- One that was paid by hand since has the bank's name now.
      elsif exists (select from ledger_transactions x where x.cause = 'refund-paid:' || r._cause || ':by-hand') then
        reference := coalesce((select f.reference from provider_fees f where f.id = 'refund:' || r.id), r."providerReference");
      else
        reference := coalesce(r."providerReference", t.cause);
      end if;
    when head in ('payout', 'payout-returned') then
      select case when x.provider = 'manual' or s.record is not null then 'manual' else x.provider end,
        case when head = 'payout-returned' and s."cameBackAs" <> '' then 'bank_lines:' || s."cameBackAs"
          when x.provider = 'manual' or s.record is not null then 'payouts:' || x.id else x."providerReference" end
      into place, reference
      from payouts x left join sent_by_hand s on s.of_what = 'payouts' and s.record = x.id where x.id = split_part(name, ':', 1) order by s."cameBackAs" desc limit 1;
    when head in ('chargeback', 'chargeback-fee', 'chargeback-won', 'chargeback-lost') then
      -- Of what was charged together each has a share of the dispute.
      reference := split_part(split_part(name, ':', 1), '.', 1);
      part := case when head = 'chargeback-fee' then 'fee' else 'money' end;
    when head = 'provider-fee' then
      select f.reference into reference from provider_fees f where f.id = name;
      part := 'fee';
    when head = 'provider-fee-read' then
      place := split_part(name, ':', 1);
      reference := split_part(name, ':', 2);
      part := 'fee';
    when head = 'provider-charge' then
      place := 'stripe';
      reference := name;
    when head in ('bank-line', 'bank-line-taken', 'bank-fee') then
      place := 'manual';
      reference := 'bank_lines:' || name;
    else
  end case;
end $$;

-- Writes down where transactions moved money outside; of those without an entry on provider_clearing nothing.
create or replace function note_outside(transactions text[]) returns void language sql as $$
  insert into outside_moves (transaction, place, reference, part, cents, created)
  select t.id, coalesce(o.place, ''), coalesce(o.reference, t.cause), o.part, m.cents, t.created
  from (select e.transaction, sum(e."amountCents") as cents from ledger_entries e
      where e.transaction = any (transactions) and e.account = 'provider_clearing' group by 1) m
    join ledger_transactions t on t.id = m.transaction cross join lateral outside_of(t) o
  on conflict (transaction) do nothing
$$;

-- The same of all of which it was not written down: what was posted before that was done.
create or replace function note_all_outside() returns void language sql as $$
  select note_outside(array(
    select distinct e.transaction from ledger_entries e
    where e.account = 'provider_clearing' and not exists (select from outside_moves m where m.transaction = e.transaction)))
$$;

-- Books fees of refunds that the provider's balance has and nobody asks for: of one that failed, or a part that came later. A dispute's fee is told with the
-- dispute, perhaps later. Only of what both sides have the same money of, and no more than a fee can be: over the cents at most above what moved. Answers how many.
create or replace function book_balance_fees(of_place text, above integer, at timestamptz) returns integer language plpgsql as $$
declare
  f record;
  booked integer := 0;
begin
  for f in
    with told as (
      select m.reference, sum(m.cents) as cents, -sum(m."feeCents") as fee, max(abs(m.cents)) as most, bool_and(m.currency = 'sgd' and m.kind in ('refund', 'payment_refund', 'refund_failure', 'payment_failure_refund')) as is_ours
      from provider_moves m where m.place = of_place and not m."isApart" group by 1 having sum(m."feeCents") <> 0),
    known as (
      select m.reference, coalesce(sum(m.cents) filter (where m.part = 'money'), 0) as cents, coalesce(sum(m.cents) filter (where m.part = 'fee'), 0) as fee
      from outside_moves m where m.place = of_place and m.reference in (select reference from told) group by 1)
    select t.reference, t.fee - coalesce(k.fee, 0) as cents, t.fee as total
    from told t left join known k using (reference)
    where t.fee <> coalesce(k.fee, 0) and t.cents = coalesce(k.cents, 0) and t.is_ours and abs(t.fee) <= t.most + above
      and not exists (select from provider_fees x where x.reference = t.reference and x.status <> 'booked')
    order by t.reference
  loop
    perform pg_advisory_xact_lock(hashtextextended('provider fee ' || f.reference, 0));
    -- Somebody may have booked it while it was waited for.
    continue when f.total <> f.cents + coalesce((
      select sum(m.cents) from outside_moves m where m.place = of_place and m.reference = f.reference and m.part = 'fee'), 0);
    perform post_ledger_transaction('provider-fee-read:' || of_place || ':' || f.reference || ':' || f.total, 'provider_fee', null, null, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', -f.cents),
      jsonb_build_object('account', 'provider_clearing', 'cents', f.cents)));
    booked := booked + 1;
  end loop;
  return booked;
end $$;

-- The references of what was noted as sent by hand and no line of a statement says, though statements have its day and the week after it.
create or replace function missing_sent() returns setof text language sql stable as $$
  select s.compared_reference
  from sent_by_hand s, (select min(d.date) as first, greatest(max(d.date), (select max(l.date) from bank_lines l)) as last from bank_debits d) seen
  where not exists (select from bank_debits d where d.sent = s.compared_reference)
    and (s.created at time zone 'Asia/Singapore')::date::text >= seen.first
    and ((s.created at time zone 'Asia/Singapore')::date + 7)::text <= seen.last
$$;
