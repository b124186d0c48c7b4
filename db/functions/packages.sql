-- Minutes of a package that come back. Their money stands at held_package:<purchase>, see money.sql.

-- Locks the calendar of a package's instructor, then the package, as whoever pays with its minutes does. What an instructor keeps of a package that ends
-- counts for the fee of the pair (rule 20), and so does what settles a lesson of theirs under the same lock.
create or replace function lock_package(of_purchase text) returns void language plpgsql as $$
begin
  perform 1 from instructor_calendars c
  where c.instructor = (select x.instructor from package_purchases x where x.id = of_purchase) for no key update;
  perform 1 from package_purchases x where x.id = of_purchase for no key update;
end $$;

-- What is held for a package: what was paid less what its lessons took, plus what they gave back.
create or replace function package_held_cents(of_purchase text) returns integer language sql stable as $$
  select coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'held_package:' || of_purchase), 0)::integer
$$;

-- How many of a package's minutes its lessons used: what came back of them is not used. The index holds those that are not empty, here and below.
create or replace function package_used_minutes(of_purchase text) returns integer language sql stable as $$
  select coalesce(sum(case when p."amountCents" = 0 then case when p.status = 'refunded' then 0 else p."drawnMinutes" end
    else p."drawnMinutes" - portion_of(p."drawnMinutes", p."refundedCents", p."amountCents") end), 0)::integer
  from payments p where p."drawnFrom" = of_purchase and p."drawnFrom" <> '' and p."succeededAt" is not null
$$;

-- Whether all that was paid for a package is with its payer, as people sent it back at the provider: its hours are paid by nobody, and it ends.
create or replace function is_paid_back(of_purchase text) returns boolean language sql stable as $$
  select exists (select from refunds r join payments p on p.id = r.payment
      where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and r."_borneCents" > r."_coveredCents")
    and not exists (select from payments p
      where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and p.status in ('succeeded', 'part_refunded') and refundable_cents(p) > 0)
$$;

-- The platform's fees of what an instructor kept of packages of a learner: they count towards the most that one learner costs (rule 20).
create or replace function kept_package_fees(of_instructor text, of_learner text) returns integer language sql stable as $$
  select coalesce(sum(k."_keptFeeCents"), 0)::integer from package_purchases k where k.learner = of_learner and k.instructor = of_instructor
$$;

-- How much of what the instructor kept of a package that ended its learner is owed once only so many minutes of it were used and so many cents came back (rule 18).
create or replace function kept_to_return(pack package_purchases, used_minutes integer, returned_cents integer) returns integer language sql stable as $$
  -- What came too late, or a second time, went back whole and paid for nothing; what was sent at the provider and nothing covered yet was not given from it.
  select least(pack."_keptCents", greatest(0, pack."priceCents" - portion_of(pack."hourlyCents", used_minutes, 60) - returned_cents
    - (select coalesce(sum(r."amountCents" - r."_borneCents" + r."_coveredCents"), 0)::integer from refunds r join payments p on p.id = r.payment
      where p."packagePurchase" = pack.id and p."packagePurchase" <> '' and split_part(r._cause, ':', 1) not in ('late', 'stray'))))::integer
$$;

-- What of that comes back with so many cents of a lesson that its minutes paid, before they do: learners are told all of it.
create or replace function kept_back_with(of_lesson text, cents integer) returns integer language sql stable as $$
  select coalesce(sum(kept_to_return(k, (package_used_minutes(k.id) - portion_of(p."drawnMinutes", p."refundedCents" + cents, p."amountCents")
    + portion_of(p."drawnMinutes", p."refundedCents", p."amountCents"))::integer, cents)), 0)::integer
  from payments p join package_purchases k on k.id = p."drawnFrom"
  where p._lesson = of_lesson and p."drawnFrom" <> '' and p."amountCents" > 0 and p.status in ('succeeded', 'part_refunded')
$$;

-- What the instructor kept of a package that ended, for hours that seemed used, and what its learner is owed of it now that fewer were (rule 18):
-- the instructor and the platform give their parts back. Answers the cents, which stand at the package again.
create or replace function return_kept(pack package_purchases, returned_cents integer, of_cause text, at timestamptz) returns integer
language plpgsql as $$
declare
  back integer := kept_to_return(pack, package_used_minutes(pack.id), returned_cents);
  fee integer;
begin
  if back = 0 then
    return 0;
  end if;
  fee := portion_of(pack."_keptFeeCents", back, pack."_keptCents");
  update package_purchases x set "_keptCents" = x."_keptCents" - back, "_keptFeeCents" = x."_keptFeeCents" - fee where x.id = pack.id;
  perform post_ledger_transaction('package-kept-back:' || of_cause, 'settlement', null, null, at, (
    select jsonb_agg(e) from jsonb_array_elements(jsonb_build_array(
      jsonb_build_object('account', 'held_package:' || pack.id, 'cents', -back),
      jsonb_build_object('account', 'instructor_payable:' || pack.instructor, 'cents', back - fee),
      jsonb_build_object('account', 'platform_fees', 'cents', fee))) e where (e ->> 'cents')::integer <> 0));
  return back;
end $$;

-- Gives cents of a payment back, or as credit what can't go the way it came any more (rule 22). What is credit is no refund that is on its way:
-- its row is paid at once, and the learner has it to spend.
create or replace function give_back(of_payment text, cause text, cents integer, at timestamptz) returns void language plpgsql as $$
declare
  p payments;
begin
  select * into p from payments x where x.id = of_payment for no key update;
  if takes_refund(p, at) then
    perform owe_refund(p.id, cause, cents, at);
    return;
  end if;
  if cents <= 0 or cents > refundable_cents(p) then
    return;
  end if;
  insert into refunds (id, payment, learner, "amountCents", status, "providerReference", "dueAt", "paidAt", _cause, created, updated)
  values (substr(md5('refund:' || cause), 1, 15), p.id, p.learner, cents, 'paid', 'credit', at, at, cause, at, at) on conflict (_cause) do nothing;
  if not found then
    return;
  end if;
  perform post_ledger_transaction('refund:' || cause, 'refund', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', held_account(p), 'cents', cents),
    jsonb_build_object('account', 'learner_credit:' || p.learner, 'cents', -cents)));
  perform note_refunded(p.id, cents, at);
end $$;

-- Whether minutes that come back go to their package. Not to one that is over, and not where the learner's bank took back what paid for it: hours would
-- be used that nobody paid.
create or replace function takes_minutes(pack package_purchases, at timestamptz) returns boolean language sql stable as $$
  select pack.status in ('active', 'used') and at < pack."_endsAt" and not exists (
    select from chargebacks c join payments p on p.id = c.payment
    where p."packagePurchase" = pack.id and p."packagePurchase" <> '' and c.status <> 'won'
      and not exists (select from refunds r where r.payment = p.id and split_part(r._cause, ':', 1) in ('late', 'stray')))
$$;

-- Gives cents of what is held for a package back: first for what of it was sent at the provider and the platform bore, then the way it was paid; what no
-- payment takes back any more is credit, and the platform's again where its learner has left.
create or replace function give_package_back(of_purchase text, cause text, cents integer, is_leaving boolean, at timestamptz) returns void
language plpgsql as $$
declare
  p payments;
  part integer;
  rest integer := cents - cover_borne('held_package:' || of_purchase, array(
    select x.id from payments x where x."packagePurchase" = of_purchase and x."packagePurchase" <> ''), cents, at);
begin
  for p in
    select * from payments x
    where x."packagePurchase" = of_purchase and x."packagePurchase" <> '' and x.status in ('succeeded', 'part_refunded', 'refunded')
    order by refundable_cents(x) desc, x.id
  loop
    part := least(rest, refundable_cents(p));
    -- One of nothing is noted as given back.
    continue when part <= 0 and p."amountCents" > 0;
    if is_leaving then
      perform owe_refund(p.id, cause || ':' || p.id, part, at);
    else
      perform give_back(p.id, cause || ':' || p.id, part, at);
    end if;
    rest := rest - part;
  end loop;
  if rest > 0 then
    perform post_ledger_transaction('credit:' || cause || ':' || of_purchase, 'credit', null, null, at, (
      select jsonb_build_array(
        jsonb_build_object('account', 'held_package:' || k.id, 'cents', rest),
        jsonb_build_object('account', case when has_left(k.learner) then 'goodwill' else 'learner_credit:' || k.learner end, 'cents', -rest))
      from package_purchases k where k.id = of_purchase));
  end if;
end $$;

-- A lesson that was paid with minutes gives cents back: the same part of the minutes comes back with them. Where its package does not take them the
-- money goes on to its learner, with what its end had kept for these minutes; what the learner's bank took back before covers that first.
create or replace function return_minutes() returns trigger language plpgsql as $$
declare
  back integer := case when new."amountCents" = 0 then new."drawnMinutes"
    else portion_of(new."drawnMinutes", new."refundedCents", new."amountCents")
      - portion_of(new."drawnMinutes", old."refundedCents", new."amountCents") end;
  pack package_purchases;
  cents integer := new."refundedCents" - old."refundedCents";
  cause text := new.id || ':' || new."refundedCents";
  dispute text;
begin
  select * into pack from package_purchases x where x.id = new."drawnFrom" for no key update;
  if takes_minutes(pack, new.updated) then
    -- While all of it was used nobody looked whether its instructor shows a time: the days without one count from now on.
    update package_purchases x set "minutesLeft" = x."minutesLeft" + back, updated = new.updated,
      status = case when x."minutesLeft" + back > 0 then 'active' else x.status end,
      "_slotSeenAt" = case when x.status = 'used' then new.updated else x."_slotSeenAt" end,
      "_dueAt" = case when is_paid_back(x.id) then new.updated else x."_dueAt" end
    where x.id = pack.id;
  else
    -- Its payments before their chargebacks, as everybody locks them: a refund of one may come back meanwhile.
    perform 1 from payments p where p."packagePurchase" = pack.id and p."packagePurchase" <> '' order by p.id for no key update;
    cents := cents + return_kept(pack, cents, cause, new.updated);
    for dispute in select c.id from chargebacks c join payments p on p.id = c.payment
      where p."packagePurchase" = pack.id and p."packagePurchase" <> '' order by c._seq
    loop
      cents := cents - cover_chargeback(dispute, cents, new.updated);
    end loop;
    perform give_package_back(pack.id, 'returned:' || cause, cents, false, new.updated);
  end if;
  return null;
end $$;
create or replace trigger return_minutes after update of "refundedCents", status on payments for each row
  when (new."drawnFrom" <> '' and (new."refundedCents" > old."refundedCents"
    or new."amountCents" = 0 and new.status = 'refunded' and old.status <> 'refunded'))
  execute function return_minutes();

-- Who can no longer be booked gives back what is left of their packages (domain rule 17): these are looked at now, not once a day. One that somebody is
-- writing at this moment waits for its day, as nobody may wait for it here.
create or replace function look_at_packages() returns trigger language plpgsql as $$
begin
  update package_purchases set "_slotCheckAt" = to_timestamp(0) where id in (
    select id from package_purchases where instructor = new.id and status = 'active' for no key update skip locked);
  return null;
end $$;

create or replace trigger look_at_packages after update of status on instructors for each row
  when (new.status in ('retired', 'suspended') and old.status is distinct from new.status) execute function look_at_packages();
