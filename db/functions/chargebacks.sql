-- What a learner's bank takes back of a payment, and what covers it: money that is still here, or that is owed back.

-- The learner's bank took a payment back: the provider's balance is less by it and by a fee, which the platform bears until it is decided.
-- Answers the chargeback, or null when it was known.
create or replace function open_chargeback(of_dispute text, of_payment text, cents integer, fee integer, at timestamptz) returns chargebacks
language plpgsql as $$
declare
  p payments;
  c chargebacks;
begin
  perform lock_payments_beside(of_payment);
  select * into p from payments x where x.id = of_payment;
  insert into chargebacks as x (id, payment, "amountCents", "feeCents", status, created, updated)
  values (of_dispute, p.id, cents, fee, 'open', at, at) on conflict (id) do nothing returning x.* into c;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('chargeback:' || c.id, 'chargeback', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', 'provider_costs', 'cents', cents),
    jsonb_build_object('account', 'provider_clearing', 'cents', -cents)));
  -- Of no lesson: what is shown of a lesson's money is its people's, and this is the platform's.
  if fee > 0 then
    perform post_ledger_transaction('chargeback-fee:' || c.id, 'chargeback_fee', null, p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', fee),
      jsonb_build_object('account', 'provider_clearing', 'cents', -fee)));
  end if;
  return c;
end $$;

-- What is still held for a payment's purpose covers a chargeback of it, so much at most: nobody was given anything for it. Answers how much it was.
create or replace function cover_chargeback(of_dispute text, at_most integer, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  c chargebacks;
  covered integer;
begin
  select * into c from chargebacks x where x.id = of_dispute and x.status <> 'won' for no key update;
  if not found then
    return 0;
  end if;
  select * into p from payments x where x.id = c.payment;
  covered := least(at_most, c."amountCents" - c."coveredCents",
    (select -a."balanceCents" from ledger_accounts a where a.id = held_account(p)));
  if coalesce(covered, 0) <= 0 then
    return 0;
  end if;
  perform post_ledger_transaction('chargeback-covered:' || c.id || ':' || c."coveredCents", 'chargeback', nullif(p.lesson, ''), p.id, at,
    jsonb_build_array(
      jsonb_build_object('account', held_account(p), 'cents', covered),
      jsonb_build_object('account', 'provider_costs', 'cents', -covered)));
  update chargebacks x set "coveredCents" = x."coveredCents" + covered where x.id = c.id;
  return covered;
end $$;

-- How much of a payment's money became credit of its learner: a mercy pass, a claim, a dispute that was won; of a package's also by the lessons that its
-- hours paid, and what of what it gave back no payment took (`give_package_back`). Zero where none did: least() passes over null.
create or replace function credited_cents(p payments) returns integer language sql stable as $$
  select coalesce(-sum(e."amountCents"), 0)::integer from ledger_entries e join ledger_transactions t on t.id = e.transaction
  where e.account = 'learner_credit:' || p.learner and (t.payment = p.id or t.lesson = p._lesson or t.lesson in (
    select d._lesson from payments d where d."drawnFrom" = p."packagePurchase" and d."drawnFrom" <> '')
    or p."packagePurchase" <> '' and t.kind = 'credit' and right(t.cause, length(p."packagePurchase") + 1) = ':' || p."packagePurchase")
$$;

-- What became credit of a payment's money and is there still covers a chargeback of it, too: the learner has that from the bank.
-- Answers how much it was.
create or replace function cover_from_credit(of_dispute text, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  c chargebacks;
  credit bigint;
  covered integer;
begin
  select * into c from chargebacks x where x.id = of_dispute and x.status <> 'won' for no key update;
  select * into p from payments x where x.id = c.payment;
  select -a."balanceCents" into credit from ledger_accounts a where a.id = 'learner_credit:' || p.learner for update;
  covered := least(credit, c."amountCents" - c."coveredCents", credited_cents(p));
  if coalesce(covered, 0) <= 0 or credit is null then
    return 0;
  end if;
  perform post_ledger_transaction('chargeback-covered:' || c.id || ':' || c."coveredCents", 'chargeback', nullif(p.lesson, ''), p.id, at,
    jsonb_build_array(
      jsonb_build_object('account', 'learner_credit:' || p.learner, 'cents', covered),
      jsonb_build_object('account', 'provider_costs', 'cents', -covered)));
  update chargebacks x set "coveredCents" = x."coveredCents" + covered where x.id = c.id;
  return covered;
end $$;

-- What of a lesson's money became credit covers what banks took back of its payments, and of packages whose hours paid it. Answers how much it was.
create or replace function cover_credit_of(of_lesson text, at timestamptz) returns integer language sql as $$
  select lock_payments_of(of_lesson);
  select coalesce(sum(cover_from_credit(c.id, at)), 0)::integer
  from (
    select c.id from chargebacks c join payments p on p.id = c.payment
    where p._lesson = of_lesson or p."packagePurchase" <> '' and p."packagePurchase" in (
      select d."drawnFrom" from payments d where d._lesson = of_lesson and d."drawnFrom" <> '')
    order by c._seq) c
$$;

-- What is owed back of a payment and could not be sent, or was not yet, covers a chargeback of it, too: the learner has that from the bank, so nobody
-- sends it. A refund that is more than the bank took is divided. The rest of it stays owed. What the learner owes already for what the bank took
-- (`owe_chargeback`) is paid by it, too.
create or replace function cover_from_refunds(of_dispute text, at timestamptz) returns void language plpgsql as $$
declare
  p payments;
  c chargebacks;
  r refunds;
  part integer;
  open integer;
  debt integer;
begin
  select * into p from payments x where x.id = (select y.payment from chargebacks y where y.id = of_dispute) for no key update;
  select * into c from chargebacks x where x.id = of_dispute and x.status <> 'won' for no key update;
  for r in select * from refunds x where x.payment = c.payment and (x.status = 'failed' or x.status = 'due' and x.attempts = 0)
    order by x._seq for no key update loop
    open := c."amountCents" - c."coveredCents";
    select case when c.status = 'lost' then greatest(0, least(c."coveredCents", a."balanceCents")) else 0 end into debt
    from ledger_accounts a where a.id = 'learner_credit:' || p.learner for update;
    part := least(r."amountCents", open + coalesce(debt, 0));
    exit when part <= 0;
    if part < r."amountCents" then
      r.id := split_off(r, part, r._cause || ':' || c.id, 'failed', at);
      r._cause := r._cause || ':' || c.id;
    end if;
    open := least(part, open);
    perform post_ledger_transaction('refund-covered:' || r._cause || ':by:' || c.id, 'chargeback', nullif(p.lesson, ''), p.id, at, entries_of(jsonb_build_array(
      jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', part),
      jsonb_build_object('account', 'provider_costs', 'cents', -open),
      jsonb_build_object('account', 'learner_credit:' || p.learner, 'cents', open - part))));
    -- Whom it went to may be owed it again, once the bank has decided.
    update chargebacks x set "coveredCents" = x."coveredCents" + open,
      _payee = case when x.status = 'open' then coalesce(x._payee, r._payee) end where x.id = c.id returning x.* into c;
    update refunds x set status = 'paid', "providerReference" = 'chargeback', "failureCode" = '', "paidAt" = at, updated = at where x.id = r.id;
    perform note_refunded(p.id, part, at);
  end loop;
end $$;

-- The same for all chargebacks of a payment.
create or replace function cover_refunds_of(of_payment text, at timestamptz) returns void language sql as $$
  select cover_from_refunds(c.id, at) from chargebacks c where c.payment = of_payment order by c._seq
$$;

-- What of a lesson's held money would go back to its learner, who has it back from the bank: it covers that. Answers how much it was.
create or replace function cover_chargebacks_of(of_lesson text, cents integer, at timestamptz) returns integer language plpgsql as $$
declare
  rest integer := cents;
  dispute text;
begin
  for dispute in select c.id from chargebacks c join payments p on p.id = c.payment where p._lesson = of_lesson order by c._seq loop
    rest := rest - cover_chargeback(dispute, rest, at);
  end loop;
  return cents - rest;
end $$;

-- What covered a chargeback that is won, and whose learner has left since: credit is of no use to them (`has_left`). What of it could not be sent
-- before is owed again, for a person to send; the rest is a refund of its payment. More than was paid never goes back: what had become credit
-- before, as of a payment that takes nothing back, is given up, as by whoever leaves.
create or replace function owe_covered(c chargebacks, p payments, at timestamptz) returns void language plpgsql as $$
declare
  rest integer := c."coveredCents";
  part integer;
  r refunds;
  cause text := c.id || ':won';
begin
  for r in select * from refunds x where x.payment = p.id and x.status = 'paid' and x."providerReference" = 'chargeback' order by x._seq for no key update loop
    -- Another chargeback of the payment may have taken it.
    continue when r."amountCents" > rest or not exists (
      select from ledger_transactions t where t.cause in ('refund-covered:' || r._cause || ':by:' || c.id, 'refund-covered:' || r._cause));
    perform post_ledger_transaction('refund-owed-again:' || r._cause || ':by:' || c.id, 'chargeback', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', r."amountCents"),
      jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -r."amountCents")));
    update refunds x set status = 'failed', "providerReference" = '', "failureCode" = 'dispute_won', "paidAt" = null, updated = at, _payee = c._payee
    where x.id = r.id;
    perform note_owed_again(p.id, r."amountCents", at);
    rest := rest - r."amountCents";
  end loop;
  part := least(rest, p."amountCents" - (select coalesce(sum(x."amountCents"), 0) from refunds x where x.payment = p.id)::integer);
  if part > 0 then
    perform post_ledger_transaction('refund:' || cause, 'refund', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', part),
      jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -part)));
    insert into refunds (id, payment, learner, "amountCents", status, "dueAt", _cause, _payee, created, updated)
    values (substr(md5('refund:' || cause), 1, 15), p.id, p.learner, part, 'due', at, cause, c._payee, at, at);
    rest := rest - part;
  end if;
  if rest > 0 then
    perform post_ledger_transaction('credit-given-up:' || cause, 'adjustment', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', rest),
      jsonb_build_object('account', 'goodwill', 'cents', -rest)));
  end if;
end $$;

-- The bank decided. Won: the money is ours again, and what covered it before is the learner's, as credit, or owed to who has left.
create or replace function close_chargeback(of_dispute text, is_won boolean, at timestamptz) returns chargebacks language plpgsql as $$
declare
  p payments;
  c chargebacks;
  credit integer;
begin
  -- The payment before its chargebacks, as everybody locks them: its refund may come back meanwhile.
  perform lock_payments_beside((select y.payment from chargebacks y where y.id = of_dispute));
  select * into p from payments x where x.id = (select y.payment from chargebacks y where y.id = of_dispute);
  -- Whoever closes their account at this moment comes before this or after it.
  perform 1 from users u where u.id = p.learner for key share;
  -- What was lost may be won later, by another instance; what was won is not lost by what is told late.
  update chargebacks x set status = case when is_won then 'won' else 'lost' end, updated = at
  where x.id = of_dispute and (x.status = 'open' or x.status = 'lost' and is_won) returning x.* into c;
  if not found then
    return null;
  end if;
  if is_won then
    credit := case when has_left(p.learner) then 0 else c."coveredCents" end;
    perform post_ledger_transaction('chargeback-won:' || c.id, 'chargeback', nullif(p.lesson, ''), p.id, at, (
      select jsonb_agg(e) from jsonb_array_elements(jsonb_build_array(
        jsonb_build_object('account', 'provider_clearing', 'cents', c."amountCents"),
        jsonb_build_object('account', 'provider_costs', 'cents', credit - c."amountCents"),
        jsonb_build_object('account', 'learner_credit:' || p.learner, 'cents', -credit))) e
      where (e ->> 'cents')::integer <> 0));
    perform cover_borne_from_credit(p, at);
    if credit < c."coveredCents" then
      perform owe_covered(c, p, at);
    end if;
  end if;
  update chargebacks x set _payee = null where x.id = c.id and x._payee is not null;
  return c;
end $$;

-- The provider's fee for a dispute is known later than the dispute, or is given back: the difference to what was booked.
create or replace function change_chargeback_fee(of_dispute text, fee integer, at timestamptz) returns void language plpgsql as $$
declare
  c chargebacks;
begin
  select * into c from chargebacks x where x.id = of_dispute and x."feeCents" <> fee for no key update;
  if not found then
    return;
  end if;
  update chargebacks x set "feeCents" = fee where x.id = c.id;
  perform post_ledger_transaction('chargeback-fee:' || c.id || ':' || c."feeCents" || ':' || fee, 'chargeback_fee', null, c.payment, at,
    jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', fee - c."feeCents"),
      jsonb_build_object('account', 'provider_clearing', 'cents', c."feeCents" - fee)));
end $$;

-- What nothing covers of a chargeback that is lost is owed by its learner: their credit goes below zero for it, so that what comes to it later pays it.
-- Of who has left nothing is owed. Answers how much it was.
create or replace function owe_chargeback(of_dispute text, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  c chargebacks;
  rest integer;
begin
  select * into c from chargebacks x where x.id = of_dispute and x.status = 'lost' for no key update;
  select * into p from payments x where x.id = c.payment;
  rest := c."amountCents" - c."coveredCents";
  if coalesce(rest, 0) <= 0 or has_left(p.learner) then
    return 0;
  end if;
  perform post_ledger_transaction('chargeback-covered:' || c.id || ':' || c."coveredCents", 'chargeback', nullif(p.lesson, ''), p.id, at,
    jsonb_build_array(
      jsonb_build_object('account', 'learner_credit:' || p.learner, 'cents', rest),
      jsonb_build_object('account', 'provider_costs', 'cents', -rest)));
  update chargebacks x set "coveredCents" = x."coveredCents" + rest where x.id = c.id;
  return rest;
end $$;

-- Stops the refunds of a payment that wait to be sent by hand: the payment's own money is being taken back.
create or replace function stop_refunds_by_hand(of_payment text, at timestamptz) returns void language sql as $$
  select fail_refund(r.id, '', 'recalled', at) from refunds r join payments p on p.id = r.payment
  where r.payment = of_payment and r.status = 'sent' and p.provider = 'manual' order by r._seq
$$;
