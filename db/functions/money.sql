-- Payments and refunds in the ledger. Nothing here knows what a payment is for beyond its name: lessons.sql does. Each is a compare-and-set,
-- so a repeated call has one effect.

-- Where the money of what a payment is for is held.
create or replace function held_account(p payments) returns text language sql immutable as $$
  select case when p.lesson <> '' then 'held:' || p.lesson else 'held_package:' || p."packagePurchase" end
$$;

-- Where a payment's money comes from, and where it goes back to in the end: the provider, a package, or the learner's credit.
create or replace function source_account(p payments) returns text language sql immutable as $$
  select case when p."drawnFrom" <> '' then 'held_package:' || p."drawnFrom"
    when p.method = 'credit' then 'learner_credit:' || p.learner else 'provider_clearing' end
$$;

-- Money has come in: its source owes it to us, we hold it for what was paid. What costs nothing moves none.
create or replace function post_payment(p payments, at timestamptz) returns void language plpgsql as $$
begin
  if p."amountCents" > 0 then
    perform post_ledger_transaction('payment:' || p.id, 'payment', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
      jsonb_build_object('account', source_account(p), 'cents', p."amountCents"),
      jsonb_build_object('account', held_account(p), 'cents', -p."amountCents")));
  end if;
end $$;

-- The provider has the money. Answers the payment, or null when it was settled before. One that expired meanwhile comes back as
-- `part_refunded`: another payment of the same purpose may be open or done by now, so all of it is to be sent back.
create or replace function settle_payment(of_payment text, reference text, at timestamptz) returns payments language plpgsql as $$
declare
  p payments;
begin
  perform 1 from payments x where x.id = of_payment for no key update;
  update payments x set status = case when x.status = 'expired' then 'part_refunded' else 'succeeded' end,
    "providerReference" = reference, "succeededAt" = at, updated = at
  where x.id = of_payment and x.status in ('processing', 'requires_action', 'expired') returning x.* into p;
  if not found then
    return null;
  end if;
  perform post_payment(p, at);
  return p;
end $$;

-- Owes cents of a payment to its learner and writes down the refund that has to be sent; credit goes back to credit at once. Answers null
-- when the cause is known already, or more is asked for than is left.
create or replace function owe_refund(of_payment text, cause text, cents integer, at timestamptz) returns refunds language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select * into p from payments x where x.id = of_payment for no key update;
  if p."amountCents" = 0 then
    update payments x set status = 'refunded', updated = at where x.id = p.id;
    return null;
  end if;
  if cents <= 0 or cents > refundable_cents(p) then
    return null;
  end if;
  insert into refunds as x (id, payment, learner, "amountCents", status, "dueAt", _cause, created, updated)
  values (substr(md5('refund:' || cause), 1, 15), p.id, p.learner, cents, 'due', at, cause, at, at)
  on conflict (_cause) do nothing returning x.* into r;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('refund:' || cause, 'refund', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', held_account(p), 'cents', cents),
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -cents)));
  if p.method = 'credit' then
    perform settle_refund(r.id, '', at);
    select * into r from refunds x where x.id = r.id;
  end if;
  return r;
end $$;

-- What of a payment is neither paid back nor owed. A refund that failed is still owed.
create or replace function refundable_cents(p payments) returns integer language sql stable as $$
  select p."amountCents" - coalesce((select sum(r."amountCents") from refunds r where r.payment = p.id), 0)::integer
$$;

-- The learner has the money back. Answers the payment, or null when that was known.
create or replace function settle_refund(of_refund text, reference text, at timestamptz) returns payments language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select x.* into p from payments x join refunds y on y.payment = x.id where y.id = of_refund for no key update of x;
  update refunds x set status = 'paid', "providerReference" = reference, "failureCode" = '', "paidAt" = at, updated = at
  where x.id = of_refund and x.status <> 'paid' returning x.* into r;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('refund-paid:' || r._cause, 'refund_paid', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', r."amountCents"),
    jsonb_build_object('account', source_account(p), 'cents', -r."amountCents")));
  update payments x set "refundedCents" = x."refundedCents" + r."amountCents",
    status = case when x."refundedCents" + r."amountCents" = x."amountCents" then 'refunded' else 'part_refunded' end, updated = at
  where x.id = p.id returning x.* into p;
  return p;
end $$;
