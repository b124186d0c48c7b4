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
      if place = 'manual' or name like '%:by-hand' then
        place := 'manual';
        reference := 'refunds:' || r.id;
      elsif strpos(name, ':at:') > 0 then
        reference := substr(name, strpos(name, ':at:') + 4);
      -- One that was paid by hand since has the bank's name now.
      elsif exists (select from ledger_transactions x where x.cause = 'refund-paid:' || r._cause || ':by-hand') then
        reference := coalesce((select f.reference from provider_fees f where f.id = 'refund:' || r.id), r."providerReference");
      else
        reference := coalesce(r."providerReference", t.cause);
      end if;
    when head in ('payout', 'payout-returned') then
      select case when x.provider = 'manual' or s.record is not null then 'manual' else x.provider end,
        case when x.provider = 'manual' or s.record is not null then 'payouts:' || x.id else x."providerReference" end
      into place, reference
      from payouts x left join sent_by_hand s on s.of_what = 'payouts' and s.record = x.id where x.id = split_part(name, ':', 1);
    when head in ('chargeback', 'chargeback-fee', 'chargeback-won', 'chargeback-lost') then
      -- Of what was charged together each has a share of the dispute.
      reference := split_part(split_part(name, ':', 1), '.', 1);
      part := case when head = 'chargeback-fee' then 'fee' else 'money' end;
    when head = 'provider-fee' then
      select f.reference into reference from provider_fees f where f.id = name;
      part := 'fee';
    when head = 'provider-charge' then
      place := 'stripe';
      reference := name;
    when head in ('bank-line', 'bank-line-taken') then
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
