-- What the provider charges for its service and takes off before the money is there. It is known only once the provider says so; the platform bears it.

-- What a payment that came in cost, or a refund that was paid (the other is null), is to be asked for. Of several that are charged together the
-- first is asked for, by the provider's name of then: a refund that comes back and is paid by hand is known by another afterwards. Only Stripe charges so: the sandbox charges nothing, and the bank of the operator's own account tells it to its statement.
create or replace function expect_fee(p payments, r refunds, at timestamptz) returns void language sql as $$
  insert into provider_fees (id, payment, refund, reference, status, "dueAt", created, updated)
  select case when r.id is null then 'payment:' || p.id else 'refund:' || r.id end, p.id, r.id,
    coalesce(r."providerReference", p."providerReference"), 'due', at, at, at
  where p.provider = 'stripe' and case when r.id is null then p."providerReference" <> '' and p."chargedWith" = '' else r."providerReference" <> '' end
  on conflict (id) do nothing
$$;

-- The cents that came in, or that were sent back, of what a fee is of. A refund is lessened by what covers a chargeback (`cover_from_refunds`), so what
-- was sent of it stands in the ledger.
create or replace function cents_of_fee(p payments, r refunds) returns integer language sql stable as $$
  select coalesce(
    (select sum(e."amountCents") from ledger_transactions t join ledger_entries e on e.transaction = t.id
     where t.cause = refund_paid_cause(r._cause, r."providerReference") and e.account = 'refunds_due:' || r.learner)::integer,
    r."amountCents", nullif(p."chargedCents", 0), p."amountCents")
$$;

-- Books what the provider charged. Answers whether it was not known before.
create or replace function book_fee(of_fee text, cents integer, at timestamptz) returns boolean language plpgsql as $$
declare
  f provider_fees;
  part integer;
begin
  update provider_fees x set status = 'booked', "amountCents" = cents, updated = at where x.id = of_fee and x.status = 'due' returning x.* into f;
  if not found then
    return false;
  end if;
  -- The provider charges once for what it calls by one name: what of it is in the books already, as its balance told it or for another of ours, is not booked again.
  perform pg_advisory_xact_lock(hashtextextended('provider fee ' || f.reference, 0));
  part := cents + coalesce((select sum(m.cents) from outside_moves m where m.place = 'stripe' and m.reference = f.reference and m.part = 'fee'), 0);
  -- Of no lesson: what is shown of a lesson's money is its people's, and this is the platform's.
  if part > 0 then
    perform post_ledger_transaction('provider-fee:' || f.id, 'provider_fee', null, f.payment, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', part),
      jsonb_build_object('account', 'provider_clearing', 'cents', -part)));
  end if;
  return true;
end $$;
