-- Refunds that people made at the payment provider itself. What Stripe sent is sent: it is booked as a refund of its payment, whatever was planned here.

-- Locks what is charged together, as everybody does: calendars with lessons or packages first, then payments in the order of their ids.
create or replace function lock_charge(of_payment text) returns void language plpgsql as $$
declare
  p payments;
begin
  for p in select * from payments_of_charge(of_payment) loop
    if p._lesson is not null then
      perform lock_lesson(p._lesson);
    elsif p."packagePurchase" <> '' then
      perform lock_package(p."packagePurchase");
    end if;
  end loop;
  for p in select * from payments_of_charge(of_payment) loop
    perform lock_payments_beside(p.id);
  end loop;
end $$;

-- The payments that were charged together with one, the first of them first.
create or replace function payments_of_charge(of_payment text) returns setof payments language sql stable as $$
  with asked as (select charge_of(p) as charge from payments p where p.id = of_payment)
  select p.* from asked a join payments p on p.id = a.charge
  union all (select p.* from asked a join payments p on p."chargedWith" = a.charge and p."chargedWith" <> '' order by p.id)
$$;

-- What of a charge is with its payer, on the way there or owed to them.
create or replace function refunds_of_charge(of_payment text) returns setof refunds language sql stable as $$
  select r.* from payments_of_charge(of_payment) p join refunds r on r.payment = p.id
$$;

-- Takes a refund that was made at the provider, by the provider's name of it. A refund of ours that could not be sent is what was sent; so is one that is
-- under way where the provider has no room left for both. The rest is a refund of its own: out of what is held for a lesson, or the platform bears it.
-- Answers what it came to: `made`, `failed` (nothing was ever sent), `came_back`, or `known`.
create or replace function take_provider_refund(of_refund text, of_payment text, cents integer, state text, code text, at timestamptz)
returns text language plpgsql as $$
declare
  f provider_refunds;
  p payments;
  r refunds;
  rest integer := cents;
  over integer;
begin
  perform lock_charge(of_payment);
  select * into f from provider_refunds x where x.id = of_refund;
  if found then
    return change_provider_refund(of_refund, state, code, at);
  end if;
  insert into provider_refunds (id, payment, "amountCents", status, created, updated) values (of_refund, of_payment, cents, state, at, at);
  if state = 'failed' then
    return 'failed';
  end if;
  for r in select * from refunds_of_charge(of_payment) x where x.status = 'failed' order by x._seq loop
    rest := rest - adopt_refund(r.id, of_refund, rest, at);
  end loop;
  over := rest + (select coalesce(sum(x."amountCents"), 0) from refunds_of_charge(of_payment) x where x."providerReference" <> 'chargeback')
    + (select coalesce(sum(c."amountCents"), 0) from payments_of_charge(of_payment) x join chargebacks c on c.payment = x.id where c.status <> 'won')
    - (select sum(x."amountCents") from payments_of_charge(of_payment) x);
  for r in select * from refunds_of_charge(of_payment) x where x.status in ('due', 'sent') and x."providerReference" = '' order by x._seq desc loop
    exit when over <= 0 or rest <= 0;
    over := over - adopt_refund(r.id, of_refund, least(rest, over), at);
    rest := (select cents - coalesce(sum(x."amountCents"), 0) from refunds_of_charge(of_payment) x where x."providerReference" = of_refund);
  end loop;
  for p in select * from payments_of_charge(of_payment) loop
    rest := rest - add_provider_refund(p.id, of_refund, rest, at);
  end loop;
  update provider_refunds x set "excessCents" = rest where x.id = of_refund;
  if state = 'paid' then
    perform settle_provider_refund(of_refund, at);
  end if;
  return 'made';
end $$;

-- A refund of ours, so many cents of it at most, is what was sent at the provider; what of it was not is sent by the provider as well. Answers how much.
create or replace function adopt_refund(of_refund text, by_refund text, at_most integer, at timestamptz) returns integer language plpgsql as $$
declare
  r refunds;
  part integer;
begin
  select * into r from refunds x where x.id = of_refund for no key update;
  part := least(r."amountCents", at_most);
  if part <= 0 then
    return 0;
  end if;
  if part < r."amountCents" then
    perform split_off(r, r."amountCents" - part, whole_cause(r) || ':' || by_refund, 'due', at);
  end if;
  update refunds x set status = 'sent', "providerReference" = by_refund, "failureCode" = '', attempts = x.attempts + 1,
    "sentAt" = coalesce(x."sentAt", at), "dueAt" = at + interval '1 minute', updated = at
  where x.id = r.id;
  return part;
end $$;

-- So many cents of a refund become one of their own, with what the platform bears of them and what covers that. Answers its id.
create or replace function split_off(r refunds, cents integer, new_cause text, new_status text, at timestamptz) returns text language plpgsql as $$
declare
  stays integer := least(r."_borneCents", r."amountCents" - cents);
  new_id text := substr(md5('refund:' || new_cause), 1, 15);
begin
  update refunds x set "amountCents" = r."amountCents" - cents, "_borneCents" = stays, "_coveredCents" = least(r."_coveredCents", stays), updated = at
  where x.id = r.id;
  insert into refunds (id, payment, learner, "amountCents", status, "dueAt", _cause, _payee, "_borneCents", "_coveredCents", created, updated)
  values (new_id, r.payment, r.learner, cents, new_status, at, new_cause, r._payee, r."_borneCents" - stays, greatest(0, r."_coveredCents" - stays), at, at);
  return new_id;
end $$;

-- The cause of what a refund was before parts of it were sent at the provider.
create or replace function whole_cause(r refunds) returns text language sql stable as $$
  select coalesce((select left(r._cause, -length(f.id) - 1) from payments_of_charge(r.payment) p join provider_refunds f on f.payment = p.id
    where right(r._cause, length(f.id) + 1) = ':' || f.id limit 1), r._cause)
$$;

-- So many cents of what was sent at the provider, as a refund of their own of a payment: no more than of it nobody has or is owed. Answers how much.
create or replace function add_provider_refund(to_payment text, by_refund text, at_most integer, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  part integer;
  held integer;
  cause text := 'provider:' || by_refund || ':' || to_payment;
begin
  select * into p from payments x where x.id = to_payment;
  part := least(at_most, p."amountCents" - (select coalesce(sum(r."amountCents"), 0) from refunds r where r.payment = p.id)::integer);
  if part <= 0 or p."succeededAt" is null then
    return 0;
  end if;
  -- Hours of a package that are there still are paid from what is held for it.
  held := case when p.lesson = '' then 0 else greatest(0, least(part, refundable_cents(p),
    (select -a."balanceCents" from ledger_accounts a where a.id = held_account(p)))) end;
  insert into refunds (id, payment, learner, "amountCents", status, "providerReference", attempts, "dueAt", "sentAt", _cause, "_borneCents", created, updated)
  values (substr(md5('refund:' || cause), 1, 15), p.id, p.learner, part, 'sent', by_refund, 1, at + interval '1 minute', at, cause, part - held, at, at);
  perform post_ledger_transaction('refund:' || cause, 'refund', nullif(p.lesson, ''), p.id, at, entries_of(jsonb_build_array(
    jsonb_build_object('account', held_account(p), 'cents', held),
    jsonb_build_object('account', 'goodwill', 'cents', part - held),
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -part))));
  perform cover_borne_from_credit(p, at);
  -- The sweeper ends it.
  update package_purchases k set "_dueAt" = at where k.id = p."packagePurchase" and k.status = 'active' and is_paid_back(k.id);
  return part;
end $$;

-- What of a payment's money became credit and is there still covers what of it was sent at the provider and borne by the platform: its learner has the
-- money in place of the credit.
create or replace function cover_borne_from_credit(p payments, at timestamptz) returns void language plpgsql as $$
declare
  credit bigint;
begin
  select -a."balanceCents" into credit from ledger_accounts a where a.id = 'learner_credit:' || p.learner for update;
  perform cover_borne('learner_credit:' || p.learner, array[p.id], least(credit, credited_cents(p))::integer, at);
end $$;

-- Entries without those of nothing.
create or replace function entries_of(entries jsonb) returns jsonb language sql immutable as $$
  select jsonb_agg(e) from jsonb_array_elements(entries) e where (e ->> 'cents')::integer <> 0
$$;

-- The provider has paid what was sent there.
create or replace function settle_provider_refund(of_refund text, at timestamptz) returns void language plpgsql as $$
declare
  f provider_refunds;
  r refunds;
begin
  select * into f from provider_refunds x where x.id = of_refund;
  for r in select * from refunds x where x."providerReference" = of_refund and x.status = 'sent' order by x._seq loop
    perform settle_refund(r.id, of_refund, at);
  end loop;
  if f."excessCents" > 0 then
    perform post_ledger_transaction('refund-excess:' || f.id, 'refund_paid', null, f.payment, at, jsonb_build_array(
      jsonb_build_object('account', 'goodwill', 'cents', f."excessCents"),
      jsonb_build_object('account', 'provider_clearing', 'cents', -f."excessCents")));
  end if;
end $$;

-- What is told again of a refund that was made at the provider. Nothing goes back from what it was last told to be, but that what was paid came back.
create or replace function change_provider_refund(of_refund text, state text, code text, at timestamptz) returns text language plpgsql as $$
declare
  f provider_refunds;
  r refunds;
begin
  select * into f from provider_refunds x where x.id = of_refund for no key update;
  if state = 'sent' or state = f.status or f.status = 'failed' then
    return 'known';
  end if;
  update provider_refunds x set status = state, updated = at where x.id = of_refund;
  if state = 'paid' then
    perform settle_provider_refund(of_refund, at);
    return 'known';
  end if;
  for r in select * from refunds x where x."providerReference" = of_refund and x.status in ('sent', 'paid') order by x._seq loop
    continue when undo_provider_refund(r.id, at);
    perform fail_refund(r.id, of_refund, code, at);
    perform return_refund(r.id, code, at);
  end loop;
  if f.status = 'paid' and f."excessCents" > 0 then
    perform post_ledger_transaction('refund-excess-returned:' || f.id, 'refund_returned', null, f.payment, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_clearing', 'cents', f."excessCents"),
      jsonb_build_object('account', 'goodwill', 'cents', -f."excessCents")));
  end if;
  return 'came_back';
end $$;

-- A refund that nobody owed came back: all is as if it had never been made. False where that can't be, as its lesson was settled meanwhile or a later
-- decision has counted on it; and of a refund that was owed: it is owed still.
create or replace function undo_provider_refund(of_refund text, at timestamptz) returns boolean language plpgsql as $$
declare
  p payments;
  r refunds;
begin
  select * into r from refunds x where x.id = of_refund for no key update;
  select * into p from payments x where x.id = r.payment;
  if not starts_with(r._cause, 'provider:') or r."_coveredCents" > 0
    or (r."amountCents" > r."_borneCents" and not exists (
      select from lessons l where l.id = p._lesson
        and (l.status in ('held', 'requested', 'confirmed', 'in_progress') or l.status in ('confirmed', 'in_progress', 'completed', 'disputed'))
        and not exists (select from settlements s where s.lesson = l.id))) then
    return false;
  end if;
  perform post_ledger_transaction('refund-undone:' || r._cause, case r.status when 'paid' then 'refund_returned' else 'refund' end,
    nullif(p.lesson, ''), p.id, at, entries_of(jsonb_build_array(
      jsonb_build_object('account', case r.status when 'paid' then 'provider_clearing' else 'refunds_due:' || p.learner end, 'cents', r."amountCents"),
      jsonb_build_object('account', held_account(p), 'cents', r."_borneCents" - r."amountCents"),
      jsonb_build_object('account', 'goodwill', 'cents', -r."_borneCents"))));
  if r.status = 'paid' then
    perform note_owed_again(p.id, r."amountCents", at);
  end if;
  -- What the provider charged for it stays a cost of its payment.
  update provider_fees x set refund = null where x.refund = r.id;
  delete from refunds x where x.id = r.id;
  return true;
end $$;

-- What would go back of held money, or became credit, so much at most, covers what of it was sent at the provider and borne by the platform: its payer
-- has it. Answers how much it was.
create or replace function cover_borne(of_account text, of_payments text[], at_most integer, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  r refunds;
  part integer;
  rest integer := at_most;
begin
  for r in select * from refunds x where x.payment = any (of_payments) and x."_borneCents" > x."_coveredCents" order by x._seq for no key update loop
    part := least(rest, r."_borneCents" - r."_coveredCents");
    exit when coalesce(rest, 0) <= 0;
    select * into p from payments x where x.id = r.payment;
    perform post_ledger_transaction('refund-borne-covered:' || r._cause || ':' || r."_coveredCents", 'refund', nullif(p.lesson, ''), p.id, at,
      jsonb_build_array(
        jsonb_build_object('account', of_account, 'cents', part),
        jsonb_build_object('account', 'goodwill', 'cents', -part)));
    update refunds x set "_coveredCents" = x."_coveredCents" + part where x.id = r.id;
    rest := rest - part;
  end loop;
  return at_most - rest;
end $$;

-- A payment came in a second time, by another intent of the provider's: a payment of its own that is over already, all of which is owed back. Answers
-- its id, or null where it was known.
create or replace function take_second_money(of_payment text, reference text, cents integer, at timestamptz) returns text language plpgsql as $$
declare
  p payments;
  second text := substr(md5('second:' || reference), 1, 15);
begin
  perform lock_charge(of_payment);
  select * into p from payments x where x.id = of_payment;
  insert into payments (id, learner, lesson, "packagePurchase", method, status, "amountCents", provider, "providerReference", created, updated)
  values (second, p.learner, p.lesson, p."packagePurchase", p.method, 'expired', cents, p.provider, reference, at, at) on conflict (id) do nothing;
  if not found then
    return null;
  end if;
  perform settle_stray(second, reference, at);
  return second;
end $$;
