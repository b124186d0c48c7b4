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
  perform expect_fee(p, null, at);
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

-- What of a payment is neither paid back nor owed, nor taken back by the learner's bank. A refund that failed is still owed.
create or replace function refundable_cents(p payments) returns integer language sql stable as $$
  select greatest(0, p."amountCents" - coalesce((select sum(r."amountCents") from refunds r where r.payment = p.id), 0)::integer
    - coalesce((select sum(c."amountCents") from chargebacks c where c.payment = p.id and c.status <> 'won'), 0)::integer)
$$;

-- The learner has the money back. Answers the payment, or null when that was known.
create or replace function settle_refund(of_refund text, reference text, at timestamptz) returns payments language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select x.* into p from payments x join refunds y on y.payment = x.id where y.id = of_refund for no key update of x;
  update refunds x set status = 'paid', "providerReference" = reference, "failureCode" = '', "paidAt" = at, updated = at
  -- One that failed, or came back after it was paid, stays owed: what a provider said of it before is told again at times, or later. One that people sent
  -- at the provider is paid by that alone.
  where x.id = of_refund and x.status <> 'paid' and reference <> all (x."_failedReferences")
    and (x."providerReference" in ('', reference) or not exists (select from provider_refunds f where f.id = x."providerReference"))
    and not exists (select from ledger_transactions t where t.cause = refund_paid_cause(x._cause, reference)) returning x.* into r;
  if not found then
    return null;
  end if;
  perform expect_fee(p, r, at);
  return post_refund(p, r, refund_paid_cause(r._cause, reference), at);
end $$;

-- The cause of paying a refund by what a provider calls it: one that was made at the provider itself may pay it after it came back.
create or replace function refund_paid_cause(cause text, reference text) returns text language sql stable as $$
  select 'refund-paid:' || cause || coalesce((select ':at:' || f.id from provider_refunds f where f.id = reference), '')
$$;

-- Somebody paid a refund by hand that is in the state they saw, where nothing is in the way (`refund_hindrance`). One whose money came back before is paid anew, in the ledger, too. Answers the
-- payment, or null when it is in that state no more.
create or replace function settle_refund_by_hand(of_refund text, was text, reference text, at timestamptz) returns payments language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select x.* into p from payments x join refunds y on y.payment = x.id where y.id = of_refund for no key update of x;
  update refunds x set status = 'paid', "providerReference" = reference, "failureCode" = '', "paidAt" = at, updated = at
  where x.id = of_refund and x.status = was and x.status <> 'paid' and refund_hindrance(x.payment) is null returning x.* into r;
  if not found then
    return null;
  end if;
  return post_refund(p, r, 'refund-paid:' || r._cause || case when was = 'failed' then again_by_hand(p.id, r._cause) || ':by-hand' else '' end, at);
end $$;

-- Tells causes of paying a refund by hand apart where what was sent came back before: nothing the first time, then `:1` and so on.
create or replace function again_by_hand(of_payment text, of_cause text) returns text language sql stable as $$
  select coalesce(':' || nullif(count(*), 0), '') from ledger_transactions t
  where t.payment = of_payment and starts_with(t.cause, 'refund-returned:' || of_cause || ':came-back:')
$$;

-- A refund that is paid, in the ledger and at its payment.
create or replace function post_refund(p payments, r refunds, cause text, at timestamptz) returns payments language plpgsql as $$
begin
  perform post_ledger_transaction(cause, 'refund_paid', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', r."amountCents"),
    jsonb_build_object('account', source_account(p), 'cents', -r."amountCents")));
  return note_refunded(p.id, r."amountCents", at);
end $$;

-- Cents of a payment are with its learner again. Answers the payment.
create or replace function note_refunded(of_payment text, cents integer, at timestamptz) returns payments language sql as $$
  update payments x set "refundedCents" = x."refundedCents" + cents,
    status = case when x."refundedCents" + cents = x."amountCents" then 'refunded' else 'part_refunded' end, updated = at
  where x.id = of_payment returning x.*
$$;

-- Cents of a payment that were with its learner are owed again. Where another payment has paid since, or is about to, this one is not done once more; nor
-- is one that never paid for anything, as it came too late, was too little or a second one.
create or replace function note_owed_again(of_payment text, cents integer, at timestamptz) returns void language sql as $$
  update payments x set "refundedCents" = x."refundedCents" - cents,
    status = case when x."refundedCents" = cents and not exists (
      select from refunds r where r.payment = x.id and split_part(r._cause, ':', 1) in ('late', 'stray')) and not exists (
      select from payments o where o.lesson = x.lesson and o."packagePurchase" = x."packagePurchase" and o.id <> x.id
        and (o.method = 'credit') = (x.method = 'credit') and o.status in ('requires_action', 'processing', 'succeeded'))
      then 'succeeded' else 'part_refunded' end, updated = at where x.id = of_payment
$$;

-- Whether a person paid a refund, and nothing that was made at the provider paid it since.
create or replace function is_by_hand(r refunds) returns boolean language sql stable as $$
  select exists (select from ledger_transactions t where t.cause = 'refund-paid:' || r._cause || ':by-hand')
    and not exists (select from ledger_transactions t where t.cause = 'refund-paid:' || r._cause || ':at:' || r."providerReference")
$$;

-- A refund that came back is owed still, in the ledger and at its payment; what covers it is taken from it. `how` names the return in its cause.
create or replace function post_return(p payments, r refunds, how text, at timestamptz) returns void language plpgsql as $$
begin
  perform post_ledger_transaction('refund-returned:' || r._cause || ':' || how, 'refund_returned', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', source_account(p), 'cents', r."amountCents"),
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -r."amountCents")));
  perform note_owed_again(p.id, r."amountCents", at);
  perform cover_refunds_of(p.id, at);
end $$;

-- A refund that was paid came back from the learner's bank: it is owed still. Nothing happens to one that is not paid.
create or replace function return_refund(of_refund text, code text, at timestamptz) returns void language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select x.* into p from payments x join refunds y on y.payment = x.id where y.id = of_refund for no key update of x;
  update refunds x set status = 'failed', "failureCode" = code, updated = at where x.id = of_refund and x.status = 'paid'
    -- Only what a provider paid comes back from there: not what covered a chargeback. What it says again of a refund that somebody paid by hand
    -- since is old.
    and x."providerReference" <> 'chargeback' and not is_by_hand(x) returning x.* into r;
  if not found then
    return;
  end if;
  perform post_return(p, r, r.attempts::text, at);
end $$;

-- A refund that a person sent came back by a line of the bank's statement: it is owed still. False for one that is not paid.
create or replace function return_refund_by_hand(of_refund text, of_line text, at timestamptz) returns boolean language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select x.* into p from payments x join refunds y on y.payment = x.id where y.id = of_refund for no key update of x;
  update refunds x set status = 'failed', "failureCode" = 'came_back', updated = at where x.id = of_refund and x.status = 'paid' returning x.* into r;
  if not found then
    return false;
  end if;
  perform post_return(p, r, 'came-back:' || of_line, at);
  return true;
end $$;

-- The provider will not send a refund, which it calls by a reference, or by none yet: the money is still owed, but for what the learner's bank took back
-- by itself. A reference that failed is noted as such for good. Nothing else happens to one that is not on its way, or that was sent at the provider
-- meanwhile.
create or replace function fail_refund(of_refund text, reference text, code text, at timestamptz) returns void language plpgsql as $$
declare
  of_payment text;
begin
  select p.id into of_payment from payments p join refunds r on r.payment = p.id where r.id = of_refund for no key update of p;
  update refunds x set "_failedReferences" = x."_failedReferences" || reference
  where x.id = of_refund and reference <> '' and reference <> all (x."_failedReferences");
  update refunds x set status = 'failed', "failureCode" = code, updated = at
  where x.id = of_refund and x.status = 'sent'
    and (x."providerReference" in ('', reference) or not exists (select from provider_refunds f where f.id = x."providerReference"));
  if found then
    perform cover_refunds_of(of_payment, at);
  end if;
end $$;

-- Whether a refund that is paid may come back: what Stripe sent, and what a person sent, by a line of the bank's statement. Covers of chargebacks or credit
-- went nowhere.
create or replace function may_come_back(r refunds) returns boolean language sql stable as $$
  select r.status = 'paid' and r."providerReference" not in ('', 'credit', 'chargeback')
    and exists (select from payments p where p.id = r.payment and p.provider in ('stripe', 'manual') and p.method <> 'credit')
$$;

-- Whom a refund goes to is known from their account, and of a closed one for as long as it takes: what may come back is forgotten by the clock
-- (src/marketplace/money/refunds/forget-payees.ts).
create or replace function forget_payee() returns trigger language plpgsql as $$
begin
  if not may_come_back(new) then
    new._payee := null;
  end if;
  return new;
end $$;
create or replace trigger forget_payee before update of status on refunds for each row
  when (new.status = 'paid' and new._payee is not null) execute function forget_payee();

-- Money that was sent to somebody and failed or came back is told to them, once each time, whatever code finds out: by the clock, as it is then
-- (src/marketplace/money/refunds/tell-of-failed-refunds.ts, src/marketplace/money/payouts/tell-of-failed-payouts.ts). What another provider had under way may be
-- paid there, and what is owed after a won dispute was never sent.
create or replace function note_failed_money() returns trigger language plpgsql as $$
begin
  new."_isUntold" := new.status = 'failed' and new."failureCode" not in ('other_provider', 'dispute_won');
  return new;
end $$;
create or replace trigger note_failed_money before update of status on refunds for each row
  when (new.status <> old.status) execute function note_failed_money();
create or replace trigger note_failed_money before update of status on payouts for each row
  when (new.status <> old.status) execute function note_failed_money();

-- Locks a payment together with the others of the same lesson or package, in the order of their ids and before anything is posted: money of all of them may
-- move in what follows, and whoever has one of them only (a refund of it comes back) then waits for nothing that is held here.
create or replace function lock_payments_beside(of_payment text) returns void language plpgsql as $$
declare
  p payments;
begin
  select * into p from payments x where x.id = of_payment;
  if p._lesson is not null then
    perform lock_payments_of(p._lesson);
  else
    perform 1 from payments x where x."packagePurchase" = p."packagePurchase" and x."packagePurchase" <> '' order by x.id for no key update;
  end if;
end $$;

-- The same of a lesson.
create or replace function lock_payments_of(of_lesson text) returns void language plpgsql as $$
begin
  perform 1 from payments x where x._lesson = of_lesson order by x.id for no key update;
end $$;

-- The causes of what was posted of a refund, and of those that it was divided into or came of when a bank took a part of its payment back: that it is
-- owed, each time that it was paid or came back, and what covered the bank.
create or replace function refund_causes(of_refund text) returns setof text language sql stable as $$
  with asked as (
    select r.payment, coalesce((select left(r._cause, -length(c.id) - 1) from chargebacks c
      where c.payment = r.payment and right(r._cause, length(c.id) + 1) = ':' || c.id), whole_cause(r)) as whole
    from refunds r where r.id = of_refund),
  there as (select f.id from asked a cross join lateral payments_of_charge(a.payment) p join provider_refunds f on f.payment = p.id),
  parts as (
    select r.* from asked a join refunds r on r.payment = a.payment
    where r._cause = a.whole or exists (select from chargebacks c where c.payment = a.payment and r._cause = a.whole || ':' || c.id)
      or exists (select from there f where r._cause = a.whole || ':' || f.id))
  select kind || r._cause from parts r, unnest(array['refund:', 'refund-paid:', 'refund-covered:', 'refund-owed-again:']) kind
  union all select kind || r._cause || ':by:' || c.id
  from parts r join chargebacks c on c.payment = r.payment, unnest(array['refund-covered:', 'refund-owed-again:']) kind
  union all select 'refund-paid:' || r._cause || ':by-hand' from parts r
  union all select t.cause from parts r join ledger_transactions t on t.payment = r.payment and (
    starts_with(t.cause, 'refund-returned:' || r._cause || ':came-back:') or t.cause ~ ':[0-9]+:by-hand$' and starts_with(t.cause, 'refund-paid:' || r._cause || ':'))
  union all select 'refund-paid:' || r._cause || ':at:' || f.id from parts r, there f
  union all select 'refund-returned:' || r._cause || ':' || attempt from parts r, generate_series(0, r.attempts) attempt
  -- Until 23 November 2026 the chargeback alone was named.
  union all select t.cause from parts r join ledger_transactions t on t.created = r."paidAt" and t.payment = r.payment
    join ledger_entries e on e.transaction = t.id and e.account = 'refunds_due:' || r.learner and e."amountCents" = r."amountCents"
  where r."providerReference" = 'chargeback' and t.cause like 'chargeback-covered:%'
$$;
