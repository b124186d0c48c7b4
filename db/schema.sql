-- Generated from db/migrations and db/functions by `bin/check --write-schema`; do not edit.

create extension btree_gist;

create extension pg_trgm;

create type booking as (
  id text,
  author text,
  request_hash text,
  learner text,
  instructor text,
  start timestamp with time zone,
  minutes integer,
  pickup text,
  postal_code text,
  note text,
  guest text,
  since timestamp with time zone,
  network text,
  licence_class text
);

create type lesson_move as (
  event text,
  to_status text,
  actor text,
  actor_role text,
  reason text
);

CREATE OR REPLACE FUNCTION public.accounts_of(of_user text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select of_user
  union select o.id from users u join users o on o.phone = u.phone and o."phoneProved" is not null
  where u.id = of_user and u."phoneProved" is not null and u.phone <> ''
$function$;

CREATE OR REPLACE FUNCTION public.add_bank_line(line bank_lines)
 RETURNS bank_lines
 LANGUAGE plpgsql
AS $function$
declare
  l bank_lines;
begin
  insert into bank_lines as x (id, date, "amountCents", text, status, "importedBy", "likeLine", _fingerprint, created, updated)
  values (line.id, line.date, line."amountCents", line.text, 'open', line."importedBy", line."likeLine", line._fingerprint, line.created, line.created)
  on conflict (_fingerprint) do nothing returning x.* into l;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('bank-line:' || l.id, 'bank_line', null, null, l.created, jsonb_build_array(
    jsonb_build_object('account', 'provider_clearing', 'cents', l."amountCents"),
    jsonb_build_object('account', 'unmatched_money', 'cents', -l."amountCents")));
  return l;
end $function$;

CREATE OR REPLACE FUNCTION public.add_fee_months(said jsonb, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  with month as (select date_trunc('month', at at time zone 'Asia/Singapore')::date as first),
  fees as (
    select lesson, -sum(cents) as cents, array_agg(distinct transaction) as transactions
    from jsonb_to_recordset(said) as s (transaction text, lesson text, account text, cents bigint)
    where account = 'platform_fees' and lesson is not null and cents <> 0 group by 1)
  insert into fee_months as f (instructor, month, lessons, "amountCents")
  select l.instructor, m.first, count(*) filter (where not exists (
      select from ledger_transactions t join ledger_entries x on x.transaction = t.id
      where t.lesson = fees.lesson and t.id <> all (fees.transactions) and x.account = 'platform_fees'
        and date_trunc('month', t.created at time zone 'Asia/Singapore')::date = m.first)), sum(fees.cents)
  from fees join lessons l on l.id = fees.lesson, month m group by 1, 2 order by 1
  on conflict (instructor, month) do update set lessons = f.lessons + excluded.lessons, "amountCents" = f."amountCents" + excluded."amountCents"
$function$;

CREATE OR REPLACE FUNCTION public.add_fill_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update fill_months f set minutes = f.minutes - g.minutes, booked = f.booked - g.booked
    from (select instructor, date_trunc('month', day)::date as month, sum(minutes) as minutes, sum(booked) as booked from gone group by 1, 2) g
    where f.instructor = g.instructor and f.month = g.month;
  end if;
  if tg_op <> 'DELETE' then
    insert into fill_months as f (instructor, month, minutes, booked)
    select instructor, date_trunc('month', day)::date, sum(minutes), sum(booked) from come group by 1, 2 order by 1, 2
    on conflict (month, instructor) do update set minutes = f.minutes + excluded.minutes, booked = f.booked + excluded.booked;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_notification_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_preferences (id, "user", created, updated)
  values (new.id, new.id, new.created, new.created)
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_provider_refund(to_payment text, by_refund text, at_most integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.add_search_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update search_months m set searches = m.searches - g.searches, empty = m.empty - g.empty
    from (select date_trunc('month', day)::date as month, area, "fromHour", "toHour", sum(searches) as searches, sum(empty) as empty from gone group by 1, 2, 3, 4) g
    where (m.month, m.area, m."fromHour", m."toHour") = (g.month, g.area, g."fromHour", g."toHour");
  end if;
  if tg_op <> 'DELETE' then
    insert into search_months as m (month, area, "fromHour", "toHour", searches, empty)
    select date_trunc('month', day)::date, area, "fromHour", "toHour", sum(searches), sum(empty) from come group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (month, area, "fromHour", "toHour") do update set searches = m.searches + excluded.searches, empty = m.empty + excluded.empty;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.adopt_refund(of_refund text, by_refund text, at_most integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.again_by_hand(of_payment text, of_cause text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(':' || nullif(count(*), 0), '') from ledger_transactions t
  where t.payment = of_payment and starts_with(t.cause, 'refund-returned:' || of_cause || ':came-back:')
$function$;

CREATE OR REPLACE FUNCTION public.answer_until(figures jsonb, start timestamp with time zone, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(start, at + make_interval(hours => case
    when start - at < make_interval(hours => (figures ->> 'requestShortBelowHours')::integer) then (figures ->> 'requestLapseShortHours')::integer
    else (figures ->> 'requestLapseHours')::integer end))
$function$;

CREATE OR REPLACE FUNCTION public.audit_faults()
 RETURNS TABLE(place bigint, fault text)
 LANGUAGE sql
 STABLE
AS $function$
  with links as (
    select e.*, lag(e.sequence) over by_place as prior, lag(e.hash) over by_place as sum
    from audit_entries e where e.sequence is not null window by_place as (order by e.sequence))
  select f.place, f.fault from (
    select null::bigint as place, format('entry %s is not part of the chain', e.id) as fault from audit_entries e where e.sequence is null
    union all
    select coalesce(l.prior, 0) + 1, format('%s entries are missing before entry %s', l.sequence - coalesce(l.prior, 0) - 1, l.id)
    from links l where l.sequence <> coalesce(l.prior, 0) + 1
    union all
    select l.sequence, format('entry %s does not say what was written', l.id)
    from links l where l.hash is distinct from chain_hash(coalesce(l.sum, ''), audit_says(to_jsonb(l)))) f
  order by f.place nulls first
$function$;

CREATE OR REPLACE FUNCTION public.audit_hash(previous text, e audit_entries)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select chain_hash(previous, audit_says(to_jsonb(e)))
$function$;

CREATE OR REPLACE FUNCTION public.audit_says(e jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_array(e -> 'sequence', (extract(epoch from (e ->> 'created')::timestamptz) * 1000000)::bigint, e -> 'actor', e -> 'actorName',
    e -> 'actorCollection', e -> 'actorRole', e -> 'action', e -> 'collection', e -> 'record', e -> 'recordName', e -> 'changes', e -> 'before', e -> 'after')
$function$;

CREATE OR REPLACE FUNCTION public.availability_refusal(i instructors, span tstzrange, by_hand boolean, of_own boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  win tstzrange := holding_window(i.id, i.timezone, span);
begin
  if win is null and not of_own then
    return 'outside_availability:hours';
  end if;
  if not (by_hand and extract(epoch from lower(span)) % 300 = 0) and (win is null or not is_on_grid(i, span, win)) then
    return case when by_hand then 'uneven_start' else 'outside_availability:hours' end;
  end if;
  if exists (select 1 from time_off t where t.instructor = i.id and tstzrange(t.start, t."end", '[)') && span) then
    return 'outside_availability:blocked';
  end if;
  if exists (select 1 from busy_times t where t.instructor = i.id and t."end" > lower(span) and t.start < upper(span)) then
    return 'outside_availability:elsewhere';
  end if;
  if not of_own and not i."worksHolidays" and exists (
    select 1 from holidays h
    where h.closes and h.date between to_char((lower(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
        and to_char((upper(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
      and tstzrange(local_instant(i.timezone, h.date::date, 0), local_instant(i.timezone, h.date::date + 1, 0), '[)') && span) then
    return 'outside_availability:holiday';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  role text := case
    when new._author = new.learner then 'learner'
    when exists (select 1 from instructors i where i.id = new.instructor and i."user" = new._author) then 'instructor'
    when exists (select 1 from users u where u.id = new._author) then 'admin'
    when new._author = '' then 'system'
    else 'superuser' end;
  is_held boolean := new.status = 'held' and role not in ('system', 'superuser');
begin
  insert into lesson_moves (id, lesson, "to", event, actor, "actorRole", "policyVersion", sequence, created)
  values (lesson_move_id(new.id, new.sequence), new.id, new.status, case when is_held then 'hold' else 'given' end, new._author, role,
    new."policyVersion", new.sequence, coalesce(new.updated, new.created))
  on conflict (lesson, sequence) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.book_balance_fees(of_place text, above integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.book_charge(charge text, about text, cents integer, charged_at timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  insert into provider_charges (id, description, "amountCents", "chargedAt", created) values (charge, about, cents, charged_at, at)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  if cents <> 0 then
    perform post_ledger_transaction('provider-charge:' || charge, 'provider_fee', null, null, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_costs', 'cents', cents),
      jsonb_build_object('account', 'provider_clearing', 'cents', -cents)));
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.book_fee(of_fee text, cents integer, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.book_lesson(b booking, at timestamp with time zone, overrides boolean)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE sql
AS $function$
  select * from take_time(b, '', at, overrides)
$function$;

CREATE OR REPLACE FUNCTION public.book_lesson_instead(of_held text, b booking, at timestamp with time zone, overrides boolean)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE plpgsql
AS $function$
declare
  held lessons;
  l lessons;
  why text;
begin
  select * into held from lessons x
  where x.id = of_held and x.learner = b.learner and (b.learner <> '' or x._guest = b.guest) and x.status = 'held' and x."holdExpiresAt" > at
    -- Who books for a learner lets go what they hold for them, not what the learner chose.
    and (b.author = b.learner or x._author = b.author);
  if not found or exists (select 1 from lessons x where x.id = b.id) then
    return query select * from book_lesson(b, at, overrides);
    return;
  end if;
  perform 1 from instructor_calendars c where c.instructor in (held.instructor, b.instructor) order by c.instructor for no key update;
  -- Whoever it belonged to signed in meanwhile and has it: it is no longer theirs to change from the outside.
  if exists (select 1 from lessons x where x.id = held.id and x.learner <> b.learner) then
    return query select * from book_lesson(b, at, overrides);
    return;
  end if;
  if held.instructor = b.instructor and held.start = b.start then
    b.since := held.created;
  end if;
  begin
    if exists (select 1 from payments p where p.lesson = held.id and p.method <> 'credit' and p.status in ('processing', 'succeeded'))
        or move_lesson(held.id, array['held'], row('cancel', 'cancelled_by_learner', b.learner, 'learner', '')::lesson_move, '{}', at) is null then
      why := 'being_paid';
    else
      perform give_lesson_back(held.id, 'replaced:' || held.id, null, at);
      select booked.refusal into why from book_lesson(b, at, overrides) booked;
    end if;
    if why is not null then
      raise exception 'The held time stays.' using errcode = 'KB001';
    end if;
  exception when sqlstate 'KB001' then
    return query select why, null::lessons;
    return;
  end;
  -- Where the time is held since the hold that it stands for, a further change is judged by the first, too.
  update lessons x set "holdExpiresAt" = least(x."holdExpiresAt", held."holdExpiresAt"), created = coalesce(b.since, x.created)
  where x.id = b.id returning x.* into l;
  return query select null::text, l;
end $function$;

CREATE OR REPLACE FUNCTION public.book_own_lesson(b booking, of_own_learner text, at timestamp with time zone)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE sql
AS $function$
  select * from take_time(b, of_own_learner, at, true)
$function$;

CREATE OR REPLACE FUNCTION public.cap_refusal(i instructors, b booking)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  day date := (b.start at time zone i.timezone)::date;
  monday date := day - ((extract(isodow from day)::integer) - 1);
  counts record;
begin
  if i."maxLessonsPerDay" = 0 and i."maxLessonsPerWeek" = 0 and i."maxPerLearnerPerWeek" = 0 then
    return null;
  end if;
  select
    count(*) filter (where l.start >= local_instant(i.timezone, day, 0) and l.start < local_instant(i.timezone, day + 1, 0)) as of_day,
    count(*) as of_week,
    count(*) filter (where b.learner <> '' and l.learner = b.learner) as of_learner
  into counts
  from lessons l
  where l.instructor = i.id and l.id <> b.id and is_occupying(l.status) and not (l.learner = '' and l._guest <> '')
    and l.start >= local_instant(i.timezone, monday, 0) and l.start < local_instant(i.timezone, monday + 7, 0);
  if i."maxLessonsPerDay" > 0 and counts.of_day >= i."maxLessonsPerDay" then
    return 'daily_cap';
  end if;
  if i."maxLessonsPerWeek" > 0 and counts.of_week >= i."maxLessonsPerWeek" then
    return 'weekly_cap';
  end if;
  if b.learner <> '' and i."maxPerLearnerPerWeek" > 0 and counts.of_learner >= i."maxPerLearnerPerWeek" then
    return 'learner_week_cap';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.cents_of_fee(p payments, r refunds)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select sum(e."amountCents") from ledger_transactions t join ledger_entries e on e.transaction = t.id
     where t.cause = refund_paid_cause(r._cause, r."providerReference") and e.account = 'refunds_due:' || r.learner)::integer,
    r."amountCents", nullif(p."chargedCents", 0), p."amountCents")
$function$;

CREATE OR REPLACE FUNCTION public.chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last audit_entries;
begin
  perform pg_advisory_xact_lock(7261180049);
  select * into last from audit_entries where sequence is not null order by sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.hash := audit_hash(coalesce(last.hash, ''), new);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.chain_hash(previous text, says jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select encode(sha256(convert_to(previous || E'\n' || says::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.change_chargeback_fee(of_dispute text, fee integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_provider_refund(of_refund text, state text, code text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.charge_of(p payments)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p."chargedWith" = '' then p.id else p."chargedWith" end
$function$;

CREATE OR REPLACE FUNCTION public.check_ledger_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum("amountCents") from ledger_entries where transaction = new.transaction) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction using errcode = '23514', constraint = 'ledger_balanced';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_policy_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  lock table policies in share row exclusive mode;
  if exists (select 1 from policies p where p.id <> new.id and p.version <> new.version
      and (p.version < new.version) <> (p."effectiveFrom" < new."effectiveFrom")) then
    raise exception 'A higher version of the policies must come into force later.'
      using errcode = 'check_violation', constraint = 'policies_order', table = 'policies';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_guest_hold(of_guest text, of_learner text, at timestamp with time zone)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE plpgsql
AS $function$
declare
  l lessons;
  i instructors;
  b booking;
  why text;
begin
  select * into l from lessons x
  where x._guest = of_guest and x.learner in ('', of_learner) and x.status = 'held' and x."holdExpiresAt" > at;
  if l.id is not null then
    perform lock_calendars(l.instructor, of_learner, l.occupied, at);
    l := lock_lesson(l.id);
  end if;
  if l.id is null or l.learner not in ('', of_learner) or l.status <> 'held' or l."holdExpiresAt" <= at then
    return query select 'no_hold', null::lessons;
    return;
  end if;
  if l.learner = of_learner then
    return query select null::text, l;
    return;
  end if;
  -- Waits for a closing of the account that is on its way, or makes it wait.
  perform 1 from users u where u.id = of_learner and u._closed is null for key share;
  if not found then
    return query select 'no_hold', null::lessons;
    return;
  end if;
  select * into i from instructors x where x.id = l.instructor;
  b := row(l.id, of_learner, '', of_learner, l.instructor, l.start, l."durationMinutes", '', '', '', '', l.created, '', l."licenceClass")::booking;
  perform expire_holds(l.instructor, of_learner, l.occupied, at);
  why := coalesce(offer_refusal(i, b, at, false), diary_refusal(i, b, l.occupied, false, false), hold_refusal(b, at, false));
  if why is not null then
    return query select why, null::lessons;
    return;
  end if;
  update lessons x set learner = of_learner, _author = of_learner, updated = at, "ownLearner" = coalesce((
      select o.id from own_learners o where o.instructor = x.instructor and o._user = of_learner), '')
  where x.id = l.id returning x.* into l;
  -- Where somebody comes from who is known is nothing to keep.
  delete from _hold_networks n where n.lesson = l.id and not is_new_here(of_learner, l.instructor);
  return query select null::text, l;
exception when exclusion_violation then
  -- The learner's own booking with somebody else was faster.
  return query select 'slot_taken', null::lessons;
end $function$;

CREATE OR REPLACE FUNCTION public.class_of(i instructors, b booking)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when coalesce(b.licence_class, '') <> '' then b.licence_class
    when jsonb_array_length(i."licenceClasses") = 1 then i."licenceClasses" ->> 0
    else coalesce((select l."licenceClass" from lessons l
      where l.learner = b.learner and b.learner <> '' and l.instructor = i.id and i."licenceClasses" ? l."licenceClass"
      order by l.created desc limit 1), '') end
$function$;

CREATE OR REPLACE FUNCTION public.close_chargeback(of_dispute text, is_won boolean, at timestamp with time zone)
 RETURNS chargebacks
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cohort_days_of(learners text[])
 RETURNS TABLE(cohort date, day date, many integer)
 LANGUAGE sql
 STABLE
AS $function$
  select date_trunc('month', singapore_day(f.start))::date, d.day, count(*)::integer
  from learner_firsts f join learner_years y on y.learner = f.learner, unnest(y."taughtFrom") d (day)
  where f.learner = any (learners) group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION public.compact_json(value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  case jsonb_typeof(value)
    when 'array' then
      return '[' || coalesce((select string_agg(compact_json(item), ',' order by place)
        from jsonb_array_elements(value) with ordinality as items (item, place)), '') || ']';
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(key)::text || ':' || compact_json(item), ',')
        from jsonb_each(value) as pairs (key, item)), '') || '}';
    else
      return value::text;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION public.compare_instructor(of_instructor text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- One after the other: what is read next includes whatever another one has written.
  perform from instructors where id = of_instructor for no key update;
  update instructors i set "_comparedOn" = c."comparedOn", "_isUnlisted" = c."isUnlisted"
  from (
    select greatest(p."checkedOn", v."checkedOn") as "comparedOn",
      coalesce(p.outcome <> 'found' and p."checkedOn" >= coalesce(v."checkedOn", ''), false) as "isUnlisted"
    from (values (of_instructor)) x (id)
    left join lateral (
      select outcome, to_char(created at time zone 'Asia/Singapore', 'YYYY-MM-DD') as "checkedOn"
      from police_checks where instructor = x.id order by created desc, _seq desc limit 1) p on true
    left join lateral (
      select c ->> 'checkedOn' as "checkedOn" from verifications w, jsonb_array_elements(coalesce(w.checks, '[]'::jsonb)) c
      where w.instructor = x.id and w.outcome = 'accepted' and w.status = 'done' and c ->> 'kind' = 'tp_list'
      order by w.created desc, w._seq desc limit 1) v on true
  ) c
  where i.id = of_instructor and (i."_comparedOn", i."_isUnlisted") is distinct from (c."comparedOn", c."isUnlisted");
end $function$;

CREATE OR REPLACE FUNCTION public.complete_lesson_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new."end" is null and new."durationMinutes" > 0 then
    new."end" := new.start + make_interval(mins => new."durationMinutes");
  elsif coalesce(new."durationMinutes", 0) = 0 and new."end" is not null then
    new."durationMinutes" := extract(epoch from new."end" - new.start) / 60;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_paid_lesson(of_payment text, reference text, code text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  l lessons := lock_lesson((select x.lesson from payments x where x.id = of_payment));
  p payments := settle_payment(of_payment, reference, at);
  is_instant boolean;
  outcome text;
begin
  if p.id is null then
    return null;
  end if;
  if p.status = 'succeeded' and l.status = 'held' and l."holdExpiresAt" > at then
    if paid_cents(l.id) < l."priceCents" then
      return 'part';
    end if;
    -- Credit was spent while a code for the whole price was open: what is too much goes back the way it came.
    if paid_cents(l.id) > l."priceCents" then
      perform owe_refund(p.id, 'excess:' || p.id, least(paid_cents(l.id) - l."priceCents", p."amountCents"), at);
    end if;
    select i."instantBooking" and missed_lessons(l.learner, f.since) < f.too_many into is_instant
    from instructors i, (select at - make_interval(days => (v ->> 'reliabilityDays')::integer) as since,
      (v ->> 'learnerPrepayAt')::integer as too_many from policy_values(l."policyVersion") v) f
    where i.id = l.instructor;
    outcome := (move_lesson(l.id, array['held'],
      row('pay', case when is_instant then 'confirmed' else 'requested' end, p.learner, 'learner', '')::lesson_move,
      jsonb_build_object(
        'confirmedAt', case when is_instant then at end,
        'requestExpiresAt', case when not is_instant then answer_until(policy_values(l."policyVersion"), l.start, at) end,
        'startCode', code, 'holdExpiresAt', null), at)).status;
    return outcome;
  end if;
  perform owe_refund(p.id, 'late:' || p.id, p."amountCents", at);
  return 'refunded';
end $function$;

CREATE OR REPLACE FUNCTION public.counted_minutes(paid_minutes integer, kept_cents integer, price_cents integer, minutes integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when price_cents <= 0 or minutes <= 0 then paid_minutes
    else least(paid_minutes, 2::bigint * kept_cents * minutes / price_cents)::integer end
$function$;

CREATE OR REPLACE FUNCTION public.cover_borne(of_account text, of_payments text[], at_most integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cover_borne_from_credit(p payments, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  credit bigint;
begin
  select -a."balanceCents" into credit from ledger_accounts a where a.id = 'learner_credit:' || p.learner for update;
  perform cover_borne('learner_credit:' || p.learner, array[p.id], least(credit, credited_cents(p))::integer, at);
end $function$;

CREATE OR REPLACE FUNCTION public.cover_chargeback(of_dispute text, at_most integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cover_chargebacks_of(of_lesson text, cents integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  rest integer := cents;
  dispute text;
begin
  for dispute in select c.id from chargebacks c join payments p on p.id = c.payment where p._lesson = of_lesson order by c._seq loop
    rest := rest - cover_chargeback(dispute, rest, at);
  end loop;
  return cents - rest;
end $function$;

CREATE OR REPLACE FUNCTION public.cover_credit_of(of_lesson text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select lock_payments_of(of_lesson);
  select coalesce(sum(cover_from_credit(c.id, at)), 0)::integer
  from (
    select c.id from chargebacks c join payments p on p.id = c.payment
    where p._lesson = of_lesson or p."packagePurchase" <> '' and p."packagePurchase" in (
      select d."drawnFrom" from payments d where d._lesson = of_lesson and d."drawnFrom" <> '')
    order by c._seq) c
$function$;

CREATE OR REPLACE FUNCTION public.cover_from_credit(of_dispute text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cover_from_refunds(of_dispute text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cover_refunds_of(of_payment text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  select cover_from_refunds(c.id, at) from chargebacks c where c.payment = of_payment order by c._seq
$function$;

CREATE OR REPLACE FUNCTION public.credited_cents(p payments)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(-sum(e."amountCents"), 0)::integer from ledger_entries e join ledger_transactions t on t.id = e.transaction
  where e.account = 'learner_credit:' || p.learner and (t.payment = p.id or t.lesson = p._lesson or t.lesson in (
    select d._lesson from payments d where d."drawnFrom" = p."packagePurchase" and d."drawnFrom" <> '')
    or p."packagePurchase" <> '' and t.kind = 'credit' and right(t.cause, length(p."packagePurchase") + 1) = ':' || p."packagePurchase")
$function$;

CREATE OR REPLACE FUNCTION public.days_of_year(in_year integer, from_day date, to_day date)
 RETURNS bit
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (repeat('0', place) || repeat('1', many) || repeat('0', 366 - place - many))::bit(366)
  from (
    select greatest(from_day - make_date(in_year, 1, 1), 0) as place,
      greatest(least(to_day, make_date(in_year + 1, 1, 1)) - greatest(from_day, make_date(in_year, 1, 1)), 0) as many
  ) span
  where place + many <= 366
$function$;

CREATE OR REPLACE FUNCTION public.diary_refusal(i instructors, b booking, span tstzrange, overrides boolean, of_own boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  gap interval := make_interval(mins => i."gapMinutes");
  why text := availability_refusal(i, span, overrides, overrides and of_own);
begin
  if why is not null then
    return case when overrides then why else 'outside_availability' end;
  end if;
  if exists (select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id and l.occupied && span and l.id <> b.id) then
    return case when overrides then 'slot_taken:lesson' else 'slot_taken' end;
  end if;
  if b.learner <> '' and exists (
      select 1 from lessons l where is_occupying(l.status) and l.learner = b.learner and l.occupied && span and l.id <> b.id) then
    return case when overrides then 'slot_taken:learner' else 'slot_taken' end;
  end if;
  if overrides then
    return null;
  end if;
  if i."gapMinutes" > 0 and exists (
      select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id and l.id <> b.id
        and l.occupied && tstzrange(lower(span) - gap, upper(span) + gap, '()')) then
    return 'gap_too_short';
  end if;
  -- No drive of the island takes two hours, so few lessons are looked at more closely: the instructor's, and the learner's with others. Where a pick-up is
  -- not known, the gap is all there is.
  if i."considersTravel" and b.postal_code <> '' and exists (
      select 1 from lessons l cross join lateral (
        select make_interval(mins => coalesce(drive_minutes(l."postalCode", b.postal_code), 0)) as drive) d
      where is_occupying(l.status) and (l.instructor = i.id or b.learner <> '' and l.learner = b.learner) and l.id <> b.id
        and l.occupied && drive_away(span)
        and l.occupied && tstzrange(lower(span) - d.drive, upper(span) + d.drive, '()')) then
    return 'travel_too_long';
  end if;
  return cap_refusal(i, b);
end $function$;

CREATE OR REPLACE FUNCTION public.drive_away(span tstzrange)
 RETURNS tstzrange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select tstzrange(lower(span) - interval '2 hours', upper(span) + interval '2 hours', '()')
$function$;

CREATE OR REPLACE FUNCTION public.drive_minutes(from_code text, to_code text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  here record;
  there record;
  north double precision;
  east double precision;
  km double precision;
begin
  select * into here from postal_place(from_code);
  select * into there from postal_place(to_code);
  if here.lat is null or there.lat is null then
    return null;
  end if;
  if here.lat = there.lat and here.lng = there.lng then
    return 0;
  end if;
  north := (there.lat - here.lat) * 111.195::double precision;
  east := (there.lng - here.lng) * 111.195::double precision * cos((here.lat + there.lat) / 2 * (pi() / 180));
  km := floor(sqrt(north * north + east * east) * 10 + 0.5) / 10 * 1.3::double precision;
  return ceil(((least(km, 5) / 25 + greatest(0, km - 5) / 50) * 60 + 5) / 5) * 5;
end $function$;

CREATE OR REPLACE FUNCTION public.entries_of(entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_agg(e) from jsonb_array_elements(entries) e where (e ->> 'cents')::integer <> 0
$function$;

CREATE OR REPLACE FUNCTION public.expect_fee(p payments, r refunds, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into provider_fees (id, payment, refund, reference, status, "dueAt", created, updated)
  select case when r.id is null then 'payment:' || p.id else 'refund:' || r.id end, p.id, r.id,
    coalesce(r."providerReference", p."providerReference"), 'due', at, at, at
  where p.provider = 'stripe' and case when r.id is null then p."providerReference" <> '' and p."chargedWith" = '' else r."providerReference" <> '' end
  on conflict (id) do nothing
$function$;

CREATE OR REPLACE FUNCTION public.expire_due_holds(at timestamp with time zone, at_most integer)
 RETURNS SETOF lessons
 LANGUAGE plpgsql
AS $function$
declare
  due text[] := array(
    select id from lessons where status = 'held' and "holdExpiresAt" <= at order by "holdExpiresAt", id limit at_most);
begin
  perform 1 from instructor_calendars c
  where c.instructor in (select l.instructor from lessons l where l.id = any (due))
  order by c.instructor for no key update;
  return query
    select moved.* from (
      select l.id from lessons l where l.id = any (due) and l.status = 'held' and l."holdExpiresAt" <= at
      order by l.id for no key update skip locked) held
    cross join lateral expire_hold(held.id, at) moved;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_hold(of_lesson text, at timestamp with time zone)
 RETURNS lessons
 LANGUAGE plpgsql
AS $function$
declare
  l lessons := move_lesson(of_lesson, array['held'], row('expire', 'expired', '', 'system', '')::lesson_move, '{}', at);
begin
  perform give_lesson_back(l.id, 'expired:' || l.id, null, at);
  return l;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_holds(of_instructor text, of_learner text, span tstzrange, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  weeks tstzrange := tstzrange(lower(span) - interval '8 days', upper(span) + interval '8 days', '[)');
begin
  if not exists (
      select 1 from lessons where instructor = of_instructor and status = 'held' and "holdExpiresAt" <= at and occupied && weeks)
    and not exists (
      select 1 from lessons where of_learner <> '' and learner = of_learner and status = 'held' and "holdExpiresAt" <= at and occupied && drive_away(span)) then
    return false;
  end if;
  perform expire_hold(due.id, at) from (
    select id from lessons
    where status = 'held' and "holdExpiresAt" <= at
      and (instructor = of_instructor and occupied && weeks or of_learner <> '' and learner = of_learner and occupied && drive_away(span))
    order by id for no key update skip locked) due;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.explain_bank_debits(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  d bank_debits;
  s sent_by_hand;
  other text;
  bill text;
  changed integer := 0;
begin
  for d in select * from bank_debits x where x.status = 'unknown' and x.created > at - interval '60 days' order by x.date, x._seq limit 5000 for no key update loop
    select x.* into s from sent_by_hand x
    where length(x.compared_reference) >= 4 and strpos(d._squashed, x.compared_reference) > 0
      and x.created between d.date::date - interval '60 days' and d.date::date + interval '60 days'
    order by x."amountCents" = d."amountCents" desc, length(x.compared_reference) desc limit 1;
    continue when not found;
    -- A line that was taken for this sum by its amount alone is another one.
    update bank_debits x set status = 'unknown', sent = '', updated = at
    where x.sent = s.compared_reference and x.status = 'sent' and strpos(x._squashed, s.compared_reference) = 0;
    update bank_debits x set updated = at, sent = s.compared_reference, (status, why) = (
      select case when w.why = '' then 'sent' else 'open' end, w.why
      from (select case when exists (select from bank_debits y where y.sent = s.compared_reference and y.status = 'sent') then 'twice'
        when s."amountCents" <> d."amountCents" then 'other_amount' else '' end as why) w)
    where x.id = d.id;
    changed := changed + 1;
  end loop;
  for d in select * from bank_debits x where x.status = 'unknown' and x.created > at - interval '60 days' order by x.date, x._seq limit 5000 for no key update loop
    bill := (regexp_match(d._squashed, 'KB[2-9A-HJKMNP-Z]{10}'))[1];
    if not d."isReversal" and d.text !~* '\m(revers|recall|retn|rtn\M|return|dishono|charge ?back)' then
      select x.compared_reference into other from sent_by_hand x
      where x."amountCents" = d."amountCents" and x.created between d.date::date - interval '10 days' and d.date::date + interval '11 days'
        and not exists (select from bank_debits y where y.sent = x.compared_reference and y.status = 'sent')
      order by abs(extract(epoch from x.created - d.date::date)), x.compared_reference limit 1;
      if found then
        update bank_debits x set status = 'sent', sent = other, updated = at where x.id = d.id;
        changed := changed + 1;
        continue;
      end if;
      -- The same words and amount as one that is known: perhaps sent once more.
      select y.sent into other from bank_debits y
      where y.status = 'sent' and y."amountCents" = d."amountCents" and y.id <> d.id and abs(y.date::date - d.date::date) <= 14
        and regexp_replace(y._squashed, '[0-9]', '', 'g') = regexp_replace(d._squashed, '[0-9]', '', 'g') limit 1;
      if found then
        update bank_debits x set status = 'open', why = 'twice', sent = other, updated = at where x.id = d.id;
        changed := changed + 1;
        continue;
      end if;
      continue when bill is null or not exists (select from payments p where p."billReference" = bill);
    end if;
    -- The line whose money it was: by the reference of its payment, else the only one of the amount.
    other := null;
    if bill is not null then
      select min(l.id) into other from bank_lines l join payments p on p.id = l.payment and p."billReference" = bill
      where l.status = 'matched' and l.date <= d.date having count(*) = 1;
    else
      select min(l.id) into other from bank_lines l
      where l."amountCents" = d."amountCents" and l.status in ('open', 'returning', 'matched') and l.date between (d.date::date - 120)::text and d.date having count(*) = 1;
    end if;
    update bank_debits x set status = 'open', why = 'recall', line = coalesce(other, ''), updated = at where x.id = d.id;
    changed := changed + 1;
  end loop;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION public.fail_refund(of_refund text, reference text, code text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.fold_accounts(of_accounts text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with gone as (delete from account_seen s where s.account = any (of_accounts) returning s.standing, recent_day(s.recent) as day),
  fewer as (select standing, day, count(*) as many from gone group by 1, 2)
  update account_days d set accounts = d.accounts - f.many from fewer f where d.standing = f.standing and d.day = f.day;
  insert into account_seen (account, standing, recent, at)
  select u.id, case when u._closed is not null then 'closed' when u.suspended then 'suspended' when not u.verified then 'pending' else 'open' end,
    greatest(u.created, seen.at), seen.at
  from unnest(of_accounts) s (account) join users u on u.id = s.account, lateral (
    select greatest(
      (select max(o.updated) from "_authOrigins" o where o."collectionRef" = '_pb_users_auth_' and o."recordRef" = u.id),
      (select l.start from lessons l where l.learner = u.id
         and learner_came(l.status) order by l.start desc limit 1),
      (select max(given.start) from instructors i, lateral (
         select l.start from lessons l where l.instructor = i.id
           and instructor_came(l.status) order by l.start desc limit 1
       ) given where i."user" = u.id)
    ) as at
  ) seen;
  insert into account_days as d (standing, day, accounts)
  select s.standing, recent_day(s.recent), count(*) from account_seen s where s.account = any (of_accounts) group by 1, 2
  on conflict (standing, day) do update set accounts = d.accounts + excluded.accounts;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_days(days date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from day_sums s where s.day = any (days);
  insert into day_sums (day, status, lessons)
  select d.day, l.status, count(*) from unnest(days) d (day)
  join lessons l on l.start >= d.day::timestamp at time zone 'Asia/Singapore' and l.start < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
  group by 1, 2;
  -- Only what has changed is written: a lesson of a day concerns one of its instructors.
  update offered_days o set booked = c.booked
  from (
    select o.day, o.instructor, coalesce(l.booked, 0) as booked from offered_days o left join (
      select d.day, x.instructor, sum(x."durationMinutes")::integer as booked from unnest(days) d (day)
      join lessons x on x.start >= d.day::timestamp at time zone 'Asia/Singapore' and x.start < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
      where is_agreed(x.status)
      group by 1, 2
    ) l on l.day = o.day and l.instructor = o.instructor
    where o.day = any (days)
  ) c
  where o.day = c.day and o.instructor = c.instructor and o.booked <> c.booked;
  delete from day_fills f where f.day = any (days);
  insert into day_fills (day, "offeredMinutes", "bookedMinutes")
  select o.day, sum(o.minutes), sum(o.booked) from offered_days o where o.day = any (days) group by 1;
  delete from cancellation_sums s where s.day = any (days);
  insert into cancellation_sums (day, by, "isLate", excuse, cancellations)
  select d.day, c."cancelledBy", c."isLate", c.excuse, count(*) from unnest(days) d (day)
  join cancellations c on c.created >= d.day::timestamp at time zone 'Asia/Singapore' and c.created < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
  group by 1, 2, 3, 4;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_people(learners text[], instructors text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update cohort_days c set learners = c.learners - g.many from cohort_days_of(fold_people.learners) g where c.cohort = g.cohort and c.day = g.day;
  delete from learner_years y where y.learner = any (learners);
  insert into learner_years (year, learner, agreed, "taughtFrom")
  select extract(year from m.month), m.learner, bit_or(m.agreed), coalesce(array_agg(m.first order by m.first) filter (where m.first is not null), '{}')
  from (
    select date_trunc('month', l.day) as month, l.learner, min(l.day) filter (where l.taught) as first,
      bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from l.day)::integer - 1, 1)) as agreed
    from (
      select x.learner, singapore_day(x.start) as day, is_taught(x.status) as taught
      from unnest(learners) s (learner) join lessons x on x.learner = s.learner
      where is_agreed(x.status)
    ) l group by 1, 2
  ) m group by 1, 2;
  delete from learner_firsts f where f.learner = any (learners);
  insert into learner_firsts (learner, start, joined, "waitedDays")
  select f.learner, f.start, u.created, extract(epoch from f.start - u.created)::double precision / 86400
  from (
    select x.learner, min(x.start) as start from unnest(learners) s (learner) join lessons x on x.learner = s.learner where is_taught(x.status) group by 1
  ) f left join users u on u.id = f.learner;
  insert into cohort_days as c (cohort, day, learners) select g.cohort, g.day, g.many from cohort_days_of(fold_people.learners) g
  on conflict (cohort, day) do update set learners = c.learners + excluded.learners;
  delete from instructor_years y where y.instructor = any (instructors);
  insert into instructor_years (year, instructor, agreed)
  select extract(year from singapore_day(x.start)), x.instructor,
    bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from singapore_day(x.start))::integer - 1, 1))
  from unnest(instructors) s (instructor) join lessons x on x.instructor = s.instructor
  where is_agreed(x.status)
  group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_sums()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  learners text[];
  instructors text[];
  days date[];
  accounts text[];
  everything boolean;
begin
  if not exists (select from stale_sums) and exists (select from sums_counted_by where definition = sums_definition()) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('fold_sums'));
  with gone as (delete from stale_sums returning *)
  select array_agg(distinct learner) filter (where learner is not null), array_agg(distinct instructor) filter (where instructor is not null),
    array_agg(distinct day) filter (where day is not null), array_agg(distinct account) filter (where account is not null),
    bool_or(coalesce(learner, instructor, day::text, account) is null)
  into learners, instructors, days, accounts, everything from gone;
  everything := coalesce(everything, false) or exists (select from sums_counted_by where definition <> sums_definition());
  if everything then
    delete from day_sums;
    delete from day_fills;
    delete from cancellation_sums;
    delete from learner_years;
    delete from learner_firsts;
    delete from cohort_days;
    delete from instructor_years;
    delete from account_seen;
    delete from account_days;
    select array_agg(distinct l.learner) filter (where l.learner <> ''), array_agg(distinct l.instructor), array_agg(distinct singapore_day(l.start))
    into learners, instructors, days from lessons l;
    select array_agg(distinct d.day) into days from (
      select unnest(days) as day union select o.day from offered_days o union select singapore_day(c.created) from cancellations c where c.created is not null
    ) d;
    select array_agg(u.id) into accounts from users u;
  else
    select array_agg(distinct a.id) into accounts from (
      select unnest(accounts) as id union select unnest(learners) union select i."user" from instructors i where i.id = any (instructors)
    ) a where a.id is not null;
  end if;
  -- What triggers add up by months, also where it was written without them. Who has written to a month is waited for, and whoever is about to waits and
  -- then adds to what is counted here. Days on offer come first, as counting the days writes to their months; searches last, so that they wait least.
  if everything then
    lock table fill_months in share row exclusive mode;
    delete from fill_months;
    insert into fill_months (instructor, month, minutes, booked)
    select instructor, date_trunc('month', day)::date, sum(minutes), sum(booked) from offered_days group by 1, 2;
  end if;
  perform fold_days(days);
  perform fold_people(learners, instructors);
  perform fold_accounts(accounts);
  if everything then
    lock table search_months in share row exclusive mode;
    delete from search_months;
    insert into search_months (month, area, "fromHour", "toHour", searches, empty)
    select date_trunc('month', day)::date, area, "fromHour", "toHour", sum(searches), sum(empty) from search_sums group by 1, 2, 3, 4;
  end if;
  if not exists (select from sums_counted_by where definition = sums_definition()) then
    delete from sums_counted_by;
    insert into sums_counted_by values (sums_definition());
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payments x set status = new.status, "providerReference" = new."providerReference", "failureCode" = new."failureCode",
    "expiresAt" = new."expiresAt", updated = new.updated
  where x."chargedWith" = new.id and x.status in ('processing', 'requires_action');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_payee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not may_come_back(new) then
    new._payee := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_proved_phone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new."phoneProved" is not distinct from old."phoneProved" then
    new."phoneProved" := null;
  end if;
  new."_moneyPhone" := '';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.format_cents(cents bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'S$' || to_char(cents / 100.0, 'FM999,999,999,990.00')
$function$;

CREATE OR REPLACE FUNCTION public.free_busy_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_instructor text;
  shortest interval;
  freed tstzrange;
begin
  for of_instructor, shortest in
    select i.id, make_interval(mins => (select min(m::integer) from jsonb_array_elements_text(i."lessonMinutes") m))
    from instructors i where i.status = 'listed' and i.id in (select g.instructor from gone g)
  loop
    for freed in
      select x from unnest(
        (select range_agg(tstzrange(greatest(g.start, c."readAt"), g."end")) from gone g left join outside_calendars c on c.id = g.calendar
          where g.instructor = of_instructor and g."end" > coalesce(c."readAt", '-infinity'))
        - coalesce((select range_agg(tstzrange(b.start, b."end")) from busy_times b where b.instructor = of_instructor), '{}')) as x
      where upper(x) - lower(x) >= shortest order by x limit 24
    loop
      perform note_freed(of_instructor, lower(freed), upper(freed), true);
    end loop;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.free_lesson_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_freed(old.instructor, old.start, old."end");
  -- Who held an offered time and did not pay did not take it.
  update waitlist_offers set status = 'lapsed', updated = new.updated
  where lesson = new.id and status = 'taken' and new.status in ('expired', 'declined', 'cancelled_by_learner');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.free_time_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_freed(old.instructor, old.start, old."end", true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.gift_credit(of_lesson text, OUT "owedCents" integer, OUT "creditCents" integer, OUT "lessonCents" integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  who text := (select l.learner from lessons l where l.id = of_lesson and l.learner <> '');
begin
  "creditCents" := 0;
  "lessonCents" := 0;
  select coalesce(sum(g.cents - case when s.lesson = of_lesson then 0 else s."giftFeeCents" end), 0) into "owedCents"
  from settlements s, lateral (
    select coalesce(sum((e ->> 'cents')::integer), 0) as cents from jsonb_array_elements(s.gives) e where (e ->> 'isGift')::boolean) g
  where s.learner = who and (s.gives @> '[{"isGift": true}]' or s."giftFeeCents" > 0);
  if "owedCents" <= 0 then
    "owedCents" := 0;
    return;
  end if;
  select coalesce(sum(p."amountCents"), 0), coalesce(sum(refundable_cents(p)), 0) into "lessonCents", "creditCents"
  from payments p where p._lesson = of_lesson and is_of_credit(p);
  "creditCents" := "creditCents" + greatest(0, coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'learner_credit:' || who), 0))
    + coalesce((select sum(refundable_cents(p)) from payments p join lessons l on l.id = p._lesson
        where p.learner = who and p._lesson <> of_lesson and is_of_credit(p) and not exists (select from settlements s where s.lesson = l.id)), 0)
    + coalesce((select sum(-a."balanceCents") from payments p join ledger_accounts a on a.id = 'held_package:' || p."packagePurchase"
        where p.learner = who and p."packagePurchase" <> '' and is_of_credit(p)), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.give_back(of_payment text, cause text, cents integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.give_lesson_back(of_lesson text, cause text, cents integer, at timestamp with time zone)
 RETURNS TABLE("refundedCents" integer, "creditedCents" integer, payments text[])
 LANGUAGE plpgsql
AS $function$
declare
  p payments;
  r refunds;
  part integer;
  wanted integer := least(cents, coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'held:' || of_lesson), 0));
begin
  perform lock_payments_of(of_lesson);
  "refundedCents" := 0;
  "creditedCents" := 0;
  payments := '{}';
  for p in
    select x.* from payments x
    where x._lesson = of_lesson and x.status in ('succeeded', 'part_refunded') and (x."amountCents" = 0 or refundable_cents(x) > 0)
    order by not takes_refund(x, at), array_position(array['card', 'paynow', 'cash', 'credit'], x.method), x._seq
  loop
    part := least(refundable_cents(p), wanted - "refundedCents" - "creditedCents");
    if takes_refund(p, at) then
      r := owe_refund(p.id, cause || ':' || p.id, part, at);
      "refundedCents" := "refundedCents" + coalesce(r."amountCents", 0);
      payments := case when r.status = 'due' then payments || p.id else payments end;
    elsif part > 0 then
      perform give_back(p.id, 'credit:' || cause || ':' || p.id, part, at);
      "creditedCents" := "creditedCents" + part;
    end if;
  end loop;
  part := wanted - "refundedCents" - "creditedCents";
  part := part - case when part > 0 then cover_chargebacks_of(of_lesson, part, at) else 0 end;
  part := part - case when part > 0
    then cover_borne('held:' || of_lesson, array(select x.id from payments x where x._lesson = of_lesson), part, at) else 0 end;
  if part > 0 then
    perform post_ledger_transaction('credit:' || cause, 'credit', of_lesson, null, at, jsonb_build_array(
      jsonb_build_object('account', 'held:' || of_lesson, 'cents', part),
      jsonb_build_object('account', 'learner_credit:' || (select l.learner from lessons l where l.id = of_lesson), 'cents', -part)));
    "creditedCents" := "creditedCents" + part;
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.give_package_back(of_purchase text, cause text, cents integer, is_leaving boolean, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.guest_hold_refusal(b booking, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when count(*) >= 200 or count(*) filter (where l.instructor = b.instructor) >= 3 then 'too_many_guests' end
  from lessons l where l._guest <> '' and l.learner = '' and l.status = 'held' and l."holdExpiresAt" > at
$function$;

CREATE OR REPLACE FUNCTION public.has_left(of_user text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('kerbside.leaving', true), '') = of_user
    or exists (select from users u where u.id = of_user and u._closed is not null)
$function$;

CREATE OR REPLACE FUNCTION public.has_paid(of_learner text, of_instructor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from payments p
      left join lessons l on l.id = p._lesson
      left join package_purchases b on b.id = p."packagePurchase"
      cross join lateral (select coalesce(l.instructor, b.instructor) as instructor) paid
    where p.learner = of_learner and p.method in ('card', 'paynow') and p.status in ('succeeded', 'part_refunded')
      and p."amountCents" > p."refundedCents" and (paid.instructor = of_instructor or exists (
        select from settlements s where s.instructor = paid.instructor and s.learner = of_learner and s."keptCents" > 0)))
$function$;

CREATE OR REPLACE FUNCTION public.has_room_for_new(offered integer, held_starts integer, held_minutes integer, minutes integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select held_starts = 0 or held_starts < 6 and (held_minutes + minutes)::bigint * 5 <= offered
$function$;

CREATE OR REPLACE FUNCTION public.held_account(p payments)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p.lesson <> '' then 'held:' || p.lesson else 'held_package:' || p."packagePurchase" end
$function$;

CREATE OR REPLACE FUNCTION public.held_in_vain(of_lessons text[], at timestamp with time zone, OUT holds integer, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(floor(extract(epoch from sum(kept.length)) / (60 * (policy_values(policy_version(at)) ->> 'holdMinutes')::integer))::integer, 0),
    max(kept.until)
  from (
    select max(upper(part)) as until, sum(upper(part) - lower(part)) as length
    from (
      -- No longer than a hold is: a transfer that was declared keeps the time for days, and has a limit of its own.
      select range_agg(tstzrange(l.created, greatest(l.created, least(case when l.status = 'cancelled_by_learner' then l.updated end,
        l."holdExpiresAt", l.created + make_interval(mins => (policy_values(l."policyVersion") ->> 'holdMinutes')::integer))))) as parts
      from lessons l
      where l.id = any (of_lessons) and (l.status in ('held', 'expired') and l."holdExpiresAt" <= at
        or l.status = 'cancelled_by_learner' and not exists (
          select 1 from lesson_moves m where m.lesson = l.id and m."to" in ('requested', 'confirmed')))
      group by l.instructor, l.start) spans, unnest(spans.parts) part) kept
$function$;

CREATE OR REPLACE FUNCTION public.held_unpaid(i instructors, monday date, but text, is_declared boolean, at timestamp with time zone, OUT starts integer, OUT minutes integer)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer, coalesce(sum(l."durationMinutes"), 0)::integer
  from lessons l
  where l.instructor = i.id and l.id <> but and l.status = 'held' and l."holdExpiresAt" > at
    and l.start >= local_instant(i.timezone, monday, 0) and l.start < local_instant(i.timezone, monday + 7, 0)
    and l.learner <> '' and l._author = l.learner and not has_paid(l.learner, l.instructor)
    and case when is_declared
      then exists (select from payments p join payments charge on charge.id = charge_of(p)
        where p._lesson = l.id and charge.status = 'processing' and charge."declaredAt" is not null)
      else not is_new_here(l.learner, l.instructor) end
$function$;

CREATE OR REPLACE FUNCTION public.hold_for_guest(b booking, at timestamp with time zone)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE plpgsql
AS $function$
begin
  -- What this browser holds stays what it is while the calendars are waited for.
  perform pg_advisory_xact_lock(hashtext('hold_for_guest'), hashtext(b.guest));
  perform 1 from instructor_calendars c
  where c.instructor = b.instructor or c.instructor in (
    select x.instructor from lessons x where x._guest = b.guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at)
  order by c.instructor for no key update;
  perform pg_advisory_xact_lock(hashtext('hold_for_guest'));
  return query select * from book_lesson_instead(coalesce((
    select x.id from lessons x where x._guest = b.guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at), ''), b, at, false);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_refusal(b booking, at timestamp with time zone, overrides boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  is_proved boolean := overrides or coalesce((select u.verified from users u where u.id = b.learner), false);
  open_here integer;
  open_all integer;
  ended text[];
  called_off integer;
begin
  if b.guest <> '' then
    return guest_hold_refusal(b, at);
  elsif b.learner = '' then
    return null;
  end if;
  select count(*) filter (where is_open and l.instructor = b.instructor), count(*) filter (where is_open),
    array_agg(l.id) filter (where not is_open), count(*) filter (where is_off)
  into open_here, open_all, ended, called_off
  from (select x.id, x.instructor, x.status = 'held' and x."holdExpiresAt" > at as is_open,
      x.status = 'cancelled_by_learner' and x."holdExpiresAt" is null as is_off from lessons x
    where x.learner = b.learner and x._author = b.author and x.status in ('held', 'expired', 'cancelled_by_learner')
      and coalesce(x."holdExpiresAt", x.updated) > at - interval '24 hours') l;
  if open_here >= (case when is_proved then 8 else 6 end) or open_all >= (case when is_proved then 12 else 8 end) then
    return 'too_many_holds';
  end if;
  if cardinality(ended) > 0 and (select hold_wait_until(v.holds, 12, v.until) > at from held_in_vain(ended, at) v) then
    return 'holds_unpaid';
  end if;
  -- Each is a mail to the instructor, and money that went to and fro.
  if called_off >= 50 then
    return 'too_many_cancelled';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_series(first booking, weeks integer[], replaces text, at timestamp with time zone)
 RETURNS TABLE(refusal text, refused_start timestamp with time zone, lesson lessons)
 LANGUAGE plpgsql
AS $function$
declare
  zone text := (select i.timezone from instructors i where i.id = first.instructor);
  b booking;
  week integer;
  ids text[] := '{}';
  why text;
  failed timestamptz;
begin
  -- All calendars that any of the bookings takes, in the order of their ids.
  perform 1 from instructor_calendars c
  where c.instructor = first.instructor or c.instructor in (
    select l.instructor from lessons l where l.learner = first.learner and l.status = 'held' and (l.id = replaces or l."holdExpiresAt" <= at))
  order by c.instructor for no key update;
  begin
    foreach week in array weeks loop
      b := first;
      if week > 0 then
        b.id := substr(md5('series:' || first.id || ':' || week), 1, 15);
        b.start := weekly_start(zone, first.start, week);
      end if;
      select booked.refusal into why from book_lesson_instead(case when week = 0 then replaces else '' end, b, at, false) booked;
      if why is not null then
        failed := b.start;
        raise exception 'All of them or none.' using errcode = 'KB001';
      end if;
      ids := ids || b.id;
    end loop;
  exception when sqlstate 'KB001' then
    return query select why, failed, null::lessons;
    return;
  end;
  update lessons x set series = first.id,
    "holdExpiresAt" = (select min(l."holdExpiresAt") from lessons l where l.id = any (ids) and l.status = 'held')
  where x.id = any (ids) and x.series = '' and x.status = 'held';
  return query select null::text, null::timestamptz, x from lessons x where x.id = any (ids) order by x.start;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_wait_until(holds integer, allowed integer, until timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when holds >= allowed then until + least(interval '15 minutes' * power(2, least(holds - allowed, 10)), interval '12 hours') end
$function$;

CREATE OR REPLACE FUNCTION public.holding_window(of_instructor text, zone text, span tstzrange)
 RETURNS tstzrange
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  first_day date := (lower(span) at time zone zone)::date - 2;
  day_count integer := (upper(span) at time zone zone)::date + 2 - first_day;
  win tstzrange;
begin
  foreach win in array array(select unnest(windows_between(of_instructor, zone, first_day, day_count))) loop
    if win @> span then
      return win;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.instructor_came(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status in ('in_progress', 'completed', 'closed', 'disputed', 'no_show_learner')
$function$;

CREATE OR REPLACE FUNCTION public.is_agreed(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status in ('confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')
$function$;

CREATE OR REPLACE FUNCTION public.is_another_running(l lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select 1 from lessons x where x.instructor = l.instructor and x.status = 'in_progress' and x.id <> l.id)
$function$;

CREATE OR REPLACE FUNCTION public.is_by_hand(r refunds)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from ledger_transactions t where t.cause = 'refund-paid:' || r._cause || ':by-hand')
    and not exists (select from ledger_transactions t where t.cause = 'refund-paid:' || r._cause || ':at:' || r."providerReference")
$function$;

CREATE OR REPLACE FUNCTION public.is_found_true_since(c claims)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select 1 from claims t where t.instructor = c.instructor and t.id <> c.id and t.kind in ('safety', 'identity')
    and t.outcome not in ('', 'none') and t."decidedAt" >= c.created)
$function$;

CREATE OR REPLACE FUNCTION public.is_held_by_new(l lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when l.learner = '' then l._guest <> '' else l._author = l.learner and is_new_here(l.learner, l.instructor) end
$function$;

CREATE OR REPLACE FUNCTION public.is_json(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL RESTRICTED STRICT
AS $function$
begin
  perform value::json;
  return true;
exception when others then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.is_new_here(of_learner text, of_instructor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select of_learner = '' or exists (select from users u where u.id = of_learner and not u.verified) and not has_paid(of_learner, of_instructor)
$function$;

CREATE OR REPLACE FUNCTION public.is_occupying(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')
$function$;

CREATE OR REPLACE FUNCTION public.is_of_credit(p payments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p.method = 'credit' and p.status in ('succeeded', 'part_refunded', 'refunded') and (p."drawnFrom" = ''
    or exists (select from payments q where q."packagePurchase" = p."drawnFrom" and q."packagePurchase" <> '' and q.method = 'credit'))
$function$;

CREATE OR REPLACE FUNCTION public.is_on_grid(i instructors, span tstzrange, win tstzrange)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  anchor timestamptz := lower(win);
  step bigint := i."slotStepMinutes" * 60;
begin
  if upper(win) - lower(win) > interval '24 hours' then
    anchor := greatest(anchor, local_instant(i.timezone, (lower(span) at time zone i.timezone)::date, 0));
  end if;
  if step = 0 then
    step := extract(epoch from upper(span) - lower(span));
  end if;
  return extract(epoch from lower(span) - anchor) % step = 0;
end $function$;

CREATE OR REPLACE FUNCTION public.is_paid_back(of_purchase text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from refunds r join payments p on p.id = r.payment
      where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and r."_borneCents" > r."_coveredCents")
    and not exists (select from payments p
      where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and p.status in ('succeeded', 'part_refunded') and refundable_cents(p) > 0)
$function$;

CREATE OR REPLACE FUNCTION public.is_taught(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status in ('completed', 'closed')
$function$;

CREATE OR REPLACE FUNCTION public.issue_receipts(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  last integer;
  given integer;
begin
  perform pg_advisory_xact_lock(7261180051);
  select coalesce(max("_receiptNumber"), 0) into last from payments;
  update payments p set "_receiptNumber" = last + due.place from (
    select x.id, row_number() over (order by x."succeededAt", x._seq)::integer as place from payments x
    where x."_receiptNumber" is null and x."succeededAt" is not null and x.method <> 'credit' and x."amountCents" > 0
    order by x."succeededAt", x._seq limit at_most) due
  where p.id = due.id;
  get diagnostics given = row_count;
  return given;
end $function$;

CREATE OR REPLACE FUNCTION public.json_patched(value jsonb, patch jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  result jsonb := case jsonb_typeof(value) when 'object' then value else '{}' end;
  pair record;
begin
  if jsonb_typeof(patch) <> 'object' then
    return patch;
  end if;
  for pair in select * from jsonb_each(patch) loop
    result := case jsonb_typeof(pair.value)
      when 'null' then result - pair.key
      else result || jsonb_build_object(pair.key, json_patched(coalesce(result -> pair.key, 'null'), pair.value)) end;
  end loop;
  return result;
end $function$;

CREATE OR REPLACE FUNCTION public.json_placed(value jsonb, path text[], item jsonb, how text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  kind constant text := jsonb_typeof(value);
  step constant text := path[1];
  size constant int := case when kind = 'array' then jsonb_array_length(value) else 0 end;
  place int;
  inner_value jsonb;
  is_known boolean;
begin
  if step is null then
    return case how when 'insert' then value when 'remove' then null else item end;
  elsif kind = 'object' then
    is_known := value ? step;
    inner_value := value -> step;
  elsif kind = 'array' and step ~ '^(#|-?\d{1,9})$' then
    place := case when step = '#' then size when step like '-%' then size + step::int else step::int end;
    is_known := place between 0 and size - 1;
    inner_value := value -> place;
  else
    return value;
  end if;
  if not is_known and (how in ('replace', 'remove') or place <> size) then
    return value;
  end if;
  if how = 'remove' and path[2] is null then
    return case kind when 'object' then value - step else value - place end;
  end if;
  if not is_known and path[2] ~ '^-?[1-9]\d*$' then
    return value;
  elsif is_known or path[2] is null then
    inner_value := case when is_known then json_placed(inner_value, path[2:], item, how) else item end;
  else
    inner_value := json_placed(case when path[2] in ('#', '0') then '[]'::jsonb else '{}' end, path[2:], item, how);
  end if;
  return case
    when kind = 'object' then value || jsonb_build_object(step, inner_value)
    when is_known then jsonb_set(value, array[place::text], inner_value)
    else value || jsonb_build_array(inner_value)
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.json_text(value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case jsonb_typeof(value)
    when 'boolean' then case when value = 'true'::jsonb then '1' else '0' end
    when 'array' then compact_json(value)
    when 'object' then compact_json(value)
    else value #>> '{}'
  end
$function$;

CREATE OR REPLACE FUNCTION public.keep_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    -- The account is gone already when its changes follow it.
    if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
      return old;
    end if;
    raise exception 'changes of accounts are append-only' using errcode = '23514', constraint = 'account_changes_append_only';
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'waiting' or (new.status = 'done' and new.field = 'role' and new.was in ('user', 'premium') and new.value in ('user', 'premium')) then
      return new;
    end if;
    raise exception 'a change begins with waiting' using errcode = '23514', constraint = 'account_changes_status';
  end if;
  -- Who closes their account leaves nothing of who they were.
  if coalesce(current_setting('kerbside.leaving', true), '') = old."user" then
    return new;
  end if;
  if old.status <> 'waiting' or (new."user", new.field, new.value, new.was, new.reason, new.starter, new."lockedUntil", new.created)
    is distinct from (old."user", old.field, old.value, old.was, old.reason, old.starter, old."lockedUntil", old.created) then
    raise exception 'changes of accounts are append-only' using errcode = '23514', constraint = 'account_changes_append_only';
  end if;
  if new.status = 'done' and not exists (select from account_change_confirmations c where c.change = new.id) then
    raise exception 'a second word is missing' using errcode = '23514', constraint = 'account_changes_status';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_account_change_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  asked account_changes;
begin
  if tg_op = 'DELETE' and not exists (select from account_changes where id = old.change) then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    raise exception 'second words are append-only' using errcode = '23514', constraint = 'account_change_confirmations_append_only';
  end if;
  select * into asked from account_changes where id = new.change for update;
  if asked.status is distinct from 'waiting' then
    raise exception 'nothing waits here' using errcode = '23514', constraint = 'account_change_confirmations_change';
  end if;
  if new.way = 'administrator' and (new.confirmer = asked.starter or new.confirmer = '') then
    raise exception 'a second person says it' using errcode = '23514', constraint = 'account_change_confirmations_confirmer';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keeping_refusal(of_lesson text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when not has_room_for_new(offered_minutes(i, week.monday), held.starts, held.minutes, l."durationMinutes") then 'too_many_unpaid' end
  from lessons l join instructors i on i.id = l.instructor
    cross join lateral (select date_trunc('week', l.start at time zone i.timezone)::date as monday) week
    cross join lateral held_unpaid(i, week.monday, l.id, true, at) held
  where l.id = of_lesson and l._author = l.learner and not has_paid(l.learner, l.instructor)
$function$;

CREATE OR REPLACE FUNCTION public.kept_back_with(of_lesson text, cents integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(kept_to_return(k, (package_used_minutes(k.id) - portion_of(p."drawnMinutes", p."refundedCents" + cents, p."amountCents")
    + portion_of(p."drawnMinutes", p."refundedCents", p."amountCents"))::integer, cents)), 0)::integer
  from payments p join package_purchases k on k.id = p."drawnFrom"
  where p._lesson = of_lesson and p."drawnFrom" <> '' and p."amountCents" > 0 and p.status in ('succeeded', 'part_refunded')
$function$;

CREATE OR REPLACE FUNCTION public.kept_package_fees(of_instructor text, of_learner text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(k."_keptFeeCents"), 0)::integer from package_purchases k where k.learner = of_learner and k.instructor = of_instructor
$function$;

CREATE OR REPLACE FUNCTION public.kept_to_return(pack package_purchases, used_minutes integer, returned_cents integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  -- What came too late, or a second time, went back whole and paid for nothing; what was sent at the provider and nothing covered yet was not given from it.
  select least(pack."_keptCents", greatest(0, pack."priceCents" - portion_of(pack."hourlyCents", used_minutes, 60) - returned_cents
    - (select coalesce(sum(r."amountCents" - r."_borneCents" + r."_coveredCents"), 0)::integer from refunds r join payments p on p.id = r.payment
      where p."packagePurchase" = pack.id and p."packagePurchase" <> '' and split_part(r._cause, ':', 1) not in ('late', 'stray'))))::integer
$function$;

CREATE OR REPLACE FUNCTION public.lapse_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update reschedules set status = 'lapsed', updated = new.updated where lesson = new.id and status = 'proposed';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.learner_came(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select status in ('in_progress', 'completed', 'closed', 'disputed', 'no_show_instructor')
$function$;

CREATE OR REPLACE FUNCTION public.ledger_balance(a ledger_accounts)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select a."balanceCents" + coalesce((select sum(s."balanceCents")::bigint from ledger_shares s where s.account = a.id), 0)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_block(entry bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select entry / 20000 $function$;

CREATE OR REPLACE FUNCTION public.ledger_block_start(block bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select block * 20000 $function$;

CREATE OR REPLACE FUNCTION public.ledger_faults_of(ids text[])
 RETURNS TABLE(id text, place bigint, unbalanced bigint, fault text)
 LANGUAGE sql
 STABLE
AS $function$
  select f.id, f.place, f.cents, f.fault from (
    select i.id, c.sequence as place, case when t.id is not null and e.cents is distinct from 0 then coalesce(e.cents, 0) end as cents,
      case
        when t.id is null and c.sequence is null then case when e.said is not null then format('entries of %s belong to no transaction', i.id) end
        when c.sequence is null then case when not exists (select from ledger_unsealed u where u.transaction = t.id)
          then format('the transaction %s is not part of the chain', t.id) end
        when c.sequence > 1 and p.sequence is null then 'a part of the chain is missing before it'
        when t.id is null then format('the transaction %s is gone', c.transaction)
        when c.hash <> chain_hash(coalesce(p.hash, ''), ledger_says(t, e.said)) then format('the transaction %s does not say what was written', t.id)
        end as fault
    from unnest(ids) i (id)
      left join ledger_transactions t on t.id = i.id
      left join ledger_chain c on c.transaction = i.id
      left join ledger_chain p on p.sequence = c.sequence - 1
      left join lateral (
        select sum(x."amountCents")::bigint as cents, jsonb_agg(jsonb_build_array(x.account, x."amountCents") order by x.id) as said
        from ledger_entries x where x.transaction = i.id) e on true) f
  where f.cents is not null or f.fault is not null
$function$;

CREATE OR REPLACE FUNCTION public.ledger_says(t ledger_transactions, entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_array(t.id, t.kind, t.lesson, t.payment, t.cause, (extract(epoch from t.created) * 1000000)::bigint, entries)
$function$;

CREATE OR REPLACE FUNCTION public.lesson_lines(i instructors, start timestamp with time zone, minutes integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  base bigint := portion_of(i."hourlyCents", minutes, 60);
  wall timestamp := start at time zone i.timezone;
  is_weekend boolean := extract(dow from wall) in (0, 6);
  lines jsonb := jsonb_build_array(jsonb_build_object(
    'kind', 'lesson', 'text', minutes || ' minutes at ' || format_cents(i."hourlyCents"), 'cents', base));
begin
  if is_weekend and i."weekendSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'weekend', 'text', 'Weekend, ' || i."weekendSurchargePercent" || ' %',
      'cents', portion_of(base, i."weekendSurchargePercent", 100));
  end if;
  if not is_weekend and extract(hour from wall) >= 18 and i."eveningSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'evening', 'text', 'Weekday evening, ' || i."eveningSurchargePercent" || ' %',
      'cents', portion_of(base, i."eveningSurchargePercent", 100));
  end if;
  return lines || jsonb_build_object('kind', 'platform_fee', 'text', 'Platform fee', 'cents', 0);
end $function$;

CREATE OR REPLACE FUNCTION public.lesson_move_id(of_lesson text, sequence integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substr(md5(of_lesson || ':' || sequence), 1, 15)
$function$;

CREATE OR REPLACE FUNCTION public.lines_total(lines jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(sum((line ->> 'cents')::integer), 0)::integer from jsonb_array_elements(lines) line
$function$;

CREATE OR REPLACE FUNCTION public.local_instant(zone text, day date, minute integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  wall timestamp := day + make_interval(mins => minute);
  instant timestamptz := wall at time zone zone;
  shift integer;
begin
  -- No change of the clocks within the three hours before: the wall time comes once.
  if (instant - interval '3 hours') at time zone zone = wall - interval '3 hours' then
    return instant;
  end if;
  foreach shift in array array[120, 60, 30] loop
    if (instant - make_interval(mins => shift)) at time zone zone = wall then
      return instant - make_interval(mins => shift);
    end if;
  end loop;
  return instant;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_calendars(of_instructor text, of_learner text, span tstzrange, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from instructor_calendars c
  where c.instructor = of_instructor or c.instructor in (
    select l.instructor from lessons l
    where of_learner <> '' and l.learner = of_learner and l.status = 'held' and l."holdExpiresAt" <= at and l.occupied && drive_away(span))
  order by c.instructor for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_charge(of_payment text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.lock_hold_network(b booking)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(b.network, '') <> '' and is_new_here(b.learner, b.instructor) then
    perform pg_advisory_xact_lock(hashtext('hold network'), hashtext(b.network));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_lesson(of_lesson text)
 RETURNS lessons
 LANGUAGE plpgsql
AS $function$
declare
  l lessons;
begin
  perform 1 from instructor_calendars c
  where c.instructor = (select x.instructor from lessons x where x.id = of_lesson) for no key update;
  select * into l from lessons x where x.id = of_lesson for no key update;
  return l;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_package(of_purchase text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from instructor_calendars c
  where c.instructor = (select x.instructor from package_purchases x where x.id = of_purchase) for no key update;
  perform 1 from package_purchases x where x.id = of_purchase for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_payments_beside(of_payment text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  p payments;
begin
  select * into p from payments x where x.id = of_payment;
  if p._lesson is not null then
    perform lock_payments_of(p._lesson);
  else
    perform 1 from payments x where x."packagePurchase" = p."packagePurchase" and x."packagePurchase" <> '' order by x.id for no key update;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_payments_of(of_lesson text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from payments x where x._lesson = of_lesson order by x.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.look_at_packages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update package_purchases set "_slotCheckAt" = to_timestamp(0) where id in (
    select id from package_purchases where instructor = new.id and status = 'active' for no key update skip locked);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.make_instructor_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into instructor_calendars (instructor) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.may_come_back(r refunds)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select r.status = 'paid' and r."providerReference" not in ('', 'credit', 'chargeback')
    and exists (select from payments p where p.id = r.payment and p.provider in ('stripe', 'manual') and p.method <> 'credit')
$function$;

CREATE OR REPLACE FUNCTION public.missed_lessons(of_learner text, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) from lessons l join no_shows n on n.lesson = l.id
  where l.learner = of_learner and l.status = 'no_show_learner' and n.created > since
$function$;

CREATE OR REPLACE FUNCTION public.missing_sent()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select s.compared_reference
  from sent_by_hand s, (select min(d.date) as first, greatest(max(d.date), (select max(l.date) from bank_lines l)) as last from bank_debits d) seen
  where not exists (select from bank_debits d where d.sent = s.compared_reference)
    and (s.created at time zone 'Asia/Singapore')::date::text >= seen.first
    and ((s.created at time zone 'Asia/Singapore')::date + 7)::text <= seen.last
$function$;

CREATE OR REPLACE FUNCTION public.money_faults(ended text[], ahead text[])
 RETURNS TABLE(name text, fault text)
 LANGUAGE sql
 STABLE
 SET work_mem TO '64MB'
AS $function$
  select l.id, format('the lesson is %s and %s cents are still held for it', l.status, -a."balanceCents")
  from lessons l join ledger_accounts a on a.id = 'held:' || l.id where l.status = any (ended) and a."balanceCents" <> 0
    and not exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null)
  union all
  select l.id, format('the lesson is %s, %s cents came in for it and %s are held', l.status, paid_cents(l.id), -coalesce(a."balanceCents", 0))
  from lessons l left join ledger_accounts a on a.id = 'held:' || l.id
  where l.status = any (ahead) and not exists (select from settlements s where s.lesson = l.id)
    and -coalesce(a."balanceCents", 0) <> paid_cents(l.id) + coalesce((
      select sum(greatest(0, least(c."amountCents", p."amountCents" - coalesce((
        select sum(r."amountCents") from refunds r where r.payment = p.id), 0)) - c."coveredCents"))
      from chargebacks c join payments p on p.id = c.payment
      where p._lesson = l.id and c.status <> 'won'), 0)
  union all
  select s.lesson, format('%s cents came in; %s went back, %s are kept', s."paidCents", s."refundCents", s."keptCents")
  from settlements s where s."refundCents" < 0 or s."keptCents" < 0 or s."feeCents" > s."keptCents" or s."keptCents" > s."paidCents"
  union all
  select o.instructor, format('%s cents are open for payouts, and the ledger says %s', o.cents, -coalesce(a."balanceCents", 0))
  from (
    -- Payouts first: each is looked up once, not for each lesson that it paid.
    select p.instructor, sum(p.cents) filter (
      where p.payout = '' or not exists (select from ledger_transactions t where t.cause = 'payout:' || p.payout)) as cents
    from (select instructor, payout, sum("amountCents") as cents from payables group by 1, 2) p group by p.instructor) o left join ledger_accounts a on a.id = 'instructor_payable:' || o.instructor
  where coalesce(o.cents, 0) <> -coalesce(a."balanceCents", 0)
  union all
  select p.id, format('the payment of %s cents has %s cents of refunds', p."amountCents", r.cents)
  from payments p join (select payment, sum("amountCents") as cents from refunds group by payment) r on r.payment = p.id
  where r.cents > p."amountCents"
  union all
  select u.id, format('the account is closed and has %s cents of credit', -a."balanceCents")
  from users u join ledger_accounts a on a.id = 'learner_credit:' || u.id where u._closed is not null and a."balanceCents" <> 0
  union all
  select a.id, format('%s cents of refunds are not paid, and the ledger says %s', coalesce(r.cents, 0), -a."balanceCents")
  from ledger_accounts a left join (select learner, sum("amountCents") as cents from refunds where status <> 'paid' group by 1) r
    on a.id = 'refunds_due:' || r.learner
  where a.id like 'refunds\_due:%' and -a."balanceCents" <> coalesce(r.cents, 0)
$function$;

CREATE OR REPLACE FUNCTION public.move_lesson(of_lesson text, from_states text[], m lesson_move, changes jsonb, at timestamp with time zone)
 RETURNS lessons
 LANGUAGE plpgsql
AS $function$
declare
  l lessons := lock_lesson(of_lesson);
  changed lessons;
begin
  if l.id is null or not l.status = any (from_states) then
    return null;
  end if;
  changed := jsonb_populate_record(l, changes);
  insert into lesson_moves (id, lesson, "from", "to", event, actor, "actorRole", reason, "policyVersion", sequence, created)
  values (lesson_move_id(l.id, l.sequence + 1), l.id, l.status, m.to_status, m.event, m.actor, m.actor_role, m.reason,
    l."policyVersion", l.sequence + 1, at);
  update lessons set status = m.to_status, sequence = l.sequence + 1, updated = at, start = changed.start, "end" = changed."end",
    "durationMinutes" = changed."durationMinutes", "priceCents" = changed."priceCents", lines = changed.lines,
    "holdExpiresAt" = changed."holdExpiresAt", "requestExpiresAt" = changed."requestExpiresAt",
    "confirmedAt" = changed."confirmedAt", "startCode" = changed."startCode"
  where id = l.id
  returning * into l;
  return l;
end $function$;

CREATE OR REPLACE FUNCTION public.new_here_refusal(i instructors, b booking, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  monday date := date_trunc('week', b.start at time zone i.timezone)::date;
  starts integer;
  minutes integer;
  ended text[];
  own text[];
  code text := case when b.guest <> '' then 'too_many_guests' else 'too_many_unproved' end;
begin
  if not is_new_here(b.learner, b.instructor) then
    return unpaid_refusal(i, b, at);
  end if;
  select count(*) filter (where l.is_counted), coalesce(sum(l."durationMinutes") filter (where l.is_counted), 0),
    array_agg(l.id) filter (where not l.is_open), array_agg(l.id) filter (where not l.is_open and l.is_own)
  into starts, minutes, ended, own
  from (
    select x.id, x."durationMinutes", h.is_open,
      h.is_open and x.start >= local_instant(i.timezone, monday, 0) and x.start < local_instant(i.timezone, monday + 7, 0) as is_counted,
      case when b.learner <> '' then x.learner = b.learner else x._guest = b.guest end as is_own
    from lessons x cross join lateral (select x.status = 'held' and x."holdExpiresAt" > at as is_open) h
    where x.instructor = i.id and x.id <> b.id and x.start > at - interval '25 hours'
      and x."holdExpiresAt" > at - interval '24 hours' and is_held_by_new(x)) l;
  if not has_room_for_new(offered_minutes(i, monday), starts, minutes, b.minutes) then
    return code;
  elsif (select hold_wait_until(v.holds, 6, v.until) > at from held_in_vain(own, at) v) then
    return case when b.guest <> '' then code else 'holds_unpaid' end;
  elsif (select hold_wait_until(v.holds, 24, v.until) > at from held_in_vain(ended, at) v) then
    return code;
  end if;
  return new_network_refusal(b, at);
end $function$;

CREATE OR REPLACE FUNCTION public.new_network_refusal(b booking, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  with theirs as materialized (
    select l.id, l.instructor = b.instructor as is_here, (l._author, l._guest, l._request_hash) as booking,
      case when b.learner <> '' then l.learner = b.learner else l._guest = b.guest end as is_own,
      l.status = 'held' and l."holdExpiresAt" > at and (l._author, l._request_hash) <> (b.author, b.request_hash) as is_open
    from _hold_networks n join lessons l on l.id = n.lesson
    where b.network <> '' and n.network = b.network and n.until > at - interval '24 hours' and l.id <> b.id and is_held_by_new(l))
  select case when count(distinct t.booking) filter (where t.is_open and t.is_here) >= 2 or count(distinct t.booking) filter (where t.is_open) >= 6
      or (select v.holds > 0 from held_in_vain(array_agg(t.id) filter (where t.is_own), at) v)
        and (select hold_wait_until(v.holds, 6, v.until) > at from held_in_vain(array_agg(t.id), at) v)
      or (select hold_wait_until(least(v.holds, 6), 6, v.until) > at from held_in_vain(array_agg(t.id) filter (where t.is_here), at) v)
    then case when b.guest <> '' then 'too_many_guests' else 'too_many_unproved' end end
  from theirs t
$function$;

CREATE OR REPLACE FUNCTION public.note_all_outside()
 RETURNS void
 LANGUAGE sql
AS $function$
  select note_outside(array(
    select distinct e.transaction from ledger_entries e
    where e.account = 'provider_clearing' and not exists (select from outside_moves m where m.transaction = e.transaction)))
$function$;

CREATE OR REPLACE FUNCTION public.note_asked_place(of_account text, of_sector text, most integer, at timestamp with time zone, kept timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('asked place ' || of_account, 0));
  if (select count(*) from _asked_places a where a.account = of_account and a.sector <> of_sector and a.until > at) >= most
    and not exists (select from _asked_places a where a.account = of_account and a.sector = of_sector and a.until > at) then
    return false;
  end if;
  insert into _asked_places as a (account, sector, until) values (of_account, of_sector, kept)
  on conflict (account, sector) do update set until = excluded.until where a.until < excluded.until - interval '1 hour';
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into _revocations ("collectionRef", "recordRef") select tg_table_name, id from changed;
  if found then
    notify kerbside_revocations;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_comparison()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform compare_instructor(old.instructor);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.instructor <> new.instructor) then
    perform compare_instructor(new.instructor);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_ended_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into _ended_accounts (account, created, outcome, at)
  values (old.id, coalesce(old.created, 'epoch'),
    case tg_op when 'DELETE' then 'deleted' else 'erased' end,
    case tg_op when 'DELETE' then now() else new._closed end)
  on conflict (account, created) do update set outcome = excluded.outcome, at = excluded.at;
  update card_customers set "endedAt" = now() where "user" = old.id and "endedAt" is null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_ended_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into _revocations ("collectionRef", "recordRef") select distinct "collectionRef", "recordRef" from changed;
  if found then
    notify kerbside_revocations;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_failed_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."_isUntold" := new.status = 'failed' and new."failureCode" not in ('other_provider', 'dispute_won');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_freed(of_instructor text, span_start timestamp with time zone, span_end timestamp with time zone, is_at_will boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if span_end > span_start and exists (select 1 from waitlist_entries e where e.status = 'open') and not (is_at_will and
    (select count(*) from freed_times f where f.instructor = of_instructor and f."notedAt" > now() - interval '1 hour') >= 24)
  then
    insert into freed_times (instructor, start, "end", "nextRoundAt") values (of_instructor, span_start, span_end, '-infinity')
    on conflict (instructor, start, "end") do update
      set "nextRoundAt" = coalesce(freed_times."nextRoundAt", excluded."nextRoundAt"), "notedAt" = now();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_hold_network(b booking, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(b.network, '') <> '' and is_new_here(b.learner, b.instructor) then
    insert into _hold_networks (lesson, network, until) values (b.id, b.network, until) on conflict do nothing;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_outside(transactions text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into outside_moves (transaction, place, reference, part, cents, created)
  select t.id, coalesce(o.place, ''), coalesce(o.reference, t.cause), o.part, m.cents, t.created
  from (select e.transaction, sum(e."amountCents") as cents from ledger_entries e
      where e.transaction = any (transactions) and e.account = 'provider_clearing' group by 1) m
    join ledger_transactions t on t.id = m.transaction cross join lateral outside_of(t) o
  on conflict (transaction) do nothing
$function$;

CREATE OR REPLACE FUNCTION public.note_owed_again(of_payment text, cents integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  update payments x set "refundedCents" = x."refundedCents" - cents,
    status = case when x."refundedCents" = cents and not exists (
      select from refunds r where r.payment = x.id and split_part(r._cause, ':', 1) in ('late', 'stray')) and not exists (
      select from payments o where o.lesson = x.lesson and o."packagePurchase" = x."packagePurchase" and o.id <> x.id
        and (o.method = 'credit') = (x.method = 'credit') and o.status in ('requires_action', 'processing', 'succeeded'))
      then 'succeeded' else 'part_refunded' end, updated = at where x.id = of_payment
$function$;

CREATE OR REPLACE FUNCTION public.note_own_learner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new._guest <> '' and new.learner = '' then
    return new;
  elsif new.learner <> '' then
    new."ownLearner" := coalesce((
      select o.id from own_learners o where o.instructor = new.instructor and o._user = new.learner), '');
  elsif not exists (select 1 from own_learners o where o.id = new."ownLearner" and o.instructor = new.instructor) then
    raise exception 'A lesson is of a learner, or of an own learner of its instructor.'
      using errcode = 'check_violation', constraint = 'lessons_learner', table = 'lessons';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_refunded(of_payment text, cents integer, at timestamp with time zone)
 RETURNS payments
 LANGUAGE sql
AS $function$
  update payments x set "refundedCents" = x."refundedCents" + cents,
    status = case when x."refundedCents" + cents = x."amountCents" then 'refunded' else 'part_refunded' end, updated = at
  where x.id = of_payment returning x.*
$function$;

CREATE OR REPLACE FUNCTION public.note_role_term()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op = 'INSERT' then
    at := coalesce(new.created, at);
  elsif tg_op = 'UPDATE' then
    if new.role = old.role then
      return null;
    end if;
    if new.updated is distinct from old.updated then
      at := coalesce(new.updated, at);
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update role_terms set until = greatest(since, at) where "user" = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' and new.role in ('moderator', 'finance', 'admin') then
    insert into role_terms ("user", role, since) values (new.id, new.role, at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_stale_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
begin
  insert into stale_sums (account) select distinct id from unnest(array[before ->> tg_argv[0], after ->> tg_argv[0]]) id where id <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_stale_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stale_sums (day) select distinct singapore_day(at)
  from unnest(array[case when tg_op <> 'INSERT' then old.created end, case when tg_op <> 'DELETE' then new.created end]) at where at is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_stale_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stale_sums (day) select distinct day from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_stale_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into stale_sums (learner, instructor, day) values (nullif(old.learner, ''), old.instructor, singapore_day(old.start));
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (old.learner, old.instructor, old.start) is distinct from (new.learner, new.instructor, new.start)) then
    insert into stale_sums (learner, instructor, day) values (nullif(new.learner, ''), new.instructor, singapore_day(new.start));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_at_start(value text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when start ~ '[eE][+-]?\d{3}' then null else coalesce(start, '0')::double precision end
  from substring(left(value, 200) from '^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)') as start
$function$;

CREATE OR REPLACE FUNCTION public.number_text(value double precision)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when value = trunc(value) and abs(value) < 9223372036854775000 then value::bigint::text
    else regexp_replace(value::text, '^(-?\d+)(?=e)', '\1.0') end
$function$;

CREATE OR REPLACE FUNCTION public.offer_refusal(i instructors, b booking, at timestamp with time zone, overrides boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  day text := to_char((b.start at time zone i.timezone)::date, 'YYYY-MM-DD');
  horizon integer := case when i."horizonDays" > 0 then i."horizonDays" else 56 end;
begin
  if i.status <> 'listed' or (i."licenceExpiresOn" <> '' and day > i."licenceExpiresOn")
      or (i."retiresOn" <> '' and day > i."retiresOn") then
    return 'not_bookable';
  end if;
  if b.learner = i."user" then
    return 'own_lesson';
  end if;
  if not i."lessonMinutes" @> to_jsonb(b.minutes) then
    return 'length_not_offered';
  end if;
  if b.start < at or (not overrides and b.start < coalesce(b.since, at) + make_interval(mins => i."minNoticeMinutes")) then
    return 'too_soon';
  end if;
  if (b.start at time zone i.timezone)::date > (at at time zone i.timezone)::date + horizon then
    return 'too_far';
  end if;
  if exists (select 1 from licence_roads r where r."user" = b.learner and r."pdlExpiresOn" <> '' and r."pdlExpiresOn" < day) then
    return 'pdl_expired';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offered_minutes(i instructors, monday date)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(extract(epoch from sum(upper(part) - lower(part))) / 60, 0)::integer
  from unnest(coalesce(windows_between(i.id, i.timezone, monday, 7), '{}') - coalesce((
    select range_agg(away.span) from (
      select tstzrange(t.start, t."end", '[)') as span from time_off t where t.instructor = i.id and t.start < t."end"
        and t."end" > local_instant(i.timezone, monday, 0) and t.start < local_instant(i.timezone, monday + 7, 0)
      union all
      select tstzrange(t.start, t."end", '[)') from busy_times t where t.instructor = i.id and t.start < t."end"
        and t."end" > local_instant(i.timezone, monday, 0) and t.start < local_instant(i.timezone, monday + 7, 0)
      union all
      select tstzrange(local_instant(i.timezone, h.date::date, 0), local_instant(i.timezone, h.date::date + 1, 0), '[)')
      from holidays h where h.closes and not i."worksHolidays" and h.date between monday::text and (monday + 6)::text) away), '{}')) part
$function$;

CREATE OR REPLACE FUNCTION public.open_chargeback(of_dispute text, of_payment text, cents integer, fee integer, at timestamp with time zone)
 RETURNS chargebacks
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.open_provider_case(given provider_cases)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from payments p where p.id = given.payment for no key update;
  insert into provider_cases select (given).* on conflict (id) do nothing;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.outside_of(t ledger_transactions, OUT place text, OUT reference text, OUT part text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.owe_chargeback(of_dispute text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.owe_covered(c chargebacks, p payments, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.owe_refund(of_payment text, cause text, cents integer, at timestamp with time zone)
 RETURNS refunds
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.package_held_cents(of_purchase text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'held_package:' || of_purchase), 0)::integer
$function$;

CREATE OR REPLACE FUNCTION public.package_paid_cents(of_purchase text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(p."amountCents"), 0)::integer from payments p
  where p."packagePurchase" = of_purchase and p."packagePurchase" <> '' and p."succeededAt" is not null
    and not exists (select from refunds r where r.payment = p.id and split_part(r._cause, ':', 1) in ('late', 'stray'))
$function$;

CREATE OR REPLACE FUNCTION public.package_used_minutes(of_purchase text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(case when p."amountCents" = 0 then case when p.status = 'refunded' then 0 else p."drawnMinutes" end
    else p."drawnMinutes" - portion_of(p."drawnMinutes", p."refundedCents", p."amountCents") end), 0)::integer
  from payments p where p."drawnFrom" = of_purchase and p."drawnFrom" <> '' and p."succeededAt" is not null
$function$;

CREATE OR REPLACE FUNCTION public.paid_cents(of_lesson text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(refundable_cents(p)), 0)::integer from payments p
  where p._lesson = of_lesson and p.status in ('succeeded', 'part_refunded')
$function$;

CREATE OR REPLACE FUNCTION public.pair_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  l lessons;
begin
  select * into l from lessons x where x.id = new.lesson for no key update;
  if l.id is null then
    return new;
  end if;
  new._publish_by := l."end" + make_interval(days => (policy_values(l."policyVersion") ->> 'reviewDays')::integer);
  if new."publishedAt" is null and exists (select from reviews r where r.lesson = l.id and r.side <> new.side) then
    new."publishedAt" := least(new.created, new._publish_by);
    update reviews r set "publishedAt" = new."publishedAt", updated = new.created
    where r.lesson = l.id and r.side <> new.side and r."publishedAt" is null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_lesson(of_payment text, reference text, code text, at timestamp with time zone)
 RETURNS TABLE(outcome text, "isRefundDue" boolean, lesson lessons)
 LANGUAGE plpgsql
AS $function$
begin
  outcome := confirm_paid_lesson(of_payment, reference, code, at);
  "isRefundDue" := exists (select from refunds r where r.payment = of_payment and r.status = 'due');
  select l.* into lesson from payments p join lessons l on l.id = p.lesson where p.id = of_payment;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.payments_of_charge(of_payment text)
 RETURNS SETOF payments
 LANGUAGE sql
 STABLE
AS $function$
  with asked as (select charge_of(p) as charge from payments p where p.id = of_payment)
  select p.* from asked a join payments p on p.id = a.charge
  union all (select p.* from asked a join payments p on p."chargedWith" = a.charge and p."chargedWith" <> '' order by p.id)
$function$;

CREATE OR REPLACE FUNCTION public.platform_money(from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS TABLE(day date, account text, kind text, cents bigint, entries bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with days as (
    select ((from_at at time zone 'Asia/Singapore') + interval '1 day' - interval '1 microsecond')::date as first,
      (to_at at time zone 'Asia/Singapore')::date as after),
  span as (select d.*, d.first::timestamp at time zone 'Asia/Singapore' as first_at, d.after::timestamp at time zone 'Asia/Singapore' as after_at from days d),
  parts as (
    select from_at as begins, least(to_at, first_at) as ends from span
    union all select greatest(after_at, least(to_at, first_at)), to_at from span)
  select d.day, d.account, d.kind, sum(d.cents)::bigint, sum(d.entries)::bigint
  from span s join ledger_days d on d.day >= s.first and d.day < s.after group by 1, 2, 3
  union all
  -- Each part by its time, and an empty one not at all: left to itself the planner reads the whole books for two parts that are mostly empty, or all
  -- entries of the account that is asked for (which `offset 0` keeps from it).
  select x.day, x.account, x.kind, x.cents, x.entries
  from parts p cross join lateral (
    select (t.created at time zone 'Asia/Singapore')::date as day, e.account, t.kind, sum(e."amountCents")::bigint as cents, count(*) as entries
    from ledger_transactions t join ledger_entries e on e.transaction = t.id
    where t.created >= p.begins and t.created < p.ends and e.account not like '%:%' group by 1, 2, 3 offset 0) x
  where p.begins < p.ends
$function$;

CREATE OR REPLACE FUNCTION public.policy_values(of_version integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select p."values" from policies p order by (p.version <= of_version) desc, abs(p.version - of_version) limit 1
$function$;

CREATE OR REPLACE FUNCTION public.policy_version(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select max(version) from policies p where p."effectiveFrom" <= at), 1)
$function$;

CREATE OR REPLACE FUNCTION public.portion_of(cents bigint, numerator bigint, denominator bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (2 * cents * numerator + denominator - 1) / (2 * denominator)
$function$;

CREATE OR REPLACE FUNCTION public.post_ledger_transaction(of_cause text, of_kind text, of_lesson text, of_payment text, at timestamp with time zone, entries jsonb)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select post_ledger_transactions(jsonb_build_array(jsonb_build_object(
    'cause', of_cause, 'kind', of_kind, 'lesson', of_lesson, 'payment', of_payment, 'entries', entries)), at) <> '{}'
$function$;

CREATE OR REPLACE FUNCTION public.post_ledger_transactions(postings jsonb, at timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  posted text[];
  said jsonb;
begin
  with given as (
    select p ->> 'cause' as cause, p ->> 'kind' as kind, p ->> 'lesson' as lesson, p ->> 'payment' as payment, n
    from jsonb_array_elements(postings) with ordinality as t (p, n)),
  done as (
    insert into ledger_transactions (id, kind, lesson, payment, cause, created)
    select md5(g.cause), g.kind, g.lesson, g.payment, g.cause, at from given g order by g.n
    on conflict (cause) do nothing returning cause)
  select coalesce(array_agg(cause), '{}') into posted from done;
  if posted = '{}' then
    return posted;
  end if;
  -- The entries of what was posted: transaction, account, cents, payable from when, in order.
  select jsonb_agg(jsonb_build_object('transaction', md5(p ->> 'cause'), 'kind', p ->> 'kind', 'lesson', p ->> 'lesson',
      'account', e ->> 'account', 'cents', e -> 'cents', 'from', e ->> 'payableFrom') order by n, m)
  into said
  from (select distinct on (p ->> 'cause') p, n from jsonb_array_elements(postings) with ordinality as t (p, n) order by p ->> 'cause', n) t,
    jsonb_array_elements(p -> 'entries') with ordinality as u (e, m)
  where p ->> 'cause' = any (posted);
  -- Accounts in the order of their ids, then shares, so that two transactions never wait for each other in a circle. An account of somebody
  -- or something has a colon in its name; those of the platform are in every transaction, and each connection has a share of theirs.
  insert into ledger_accounts (id, "balanceCents")
  select account, sum(cents) from jsonb_to_recordset(said) as s (account text, cents bigint) where account like '%:%' group by 1 order by 1
  on conflict (id) do update set "balanceCents" = ledger_accounts."balanceCents" + excluded."balanceCents";
  insert into ledger_accounts (id, "balanceCents")
  select distinct account, 0 from jsonb_to_recordset(said) as s (account text) where account not like '%:%' order by 1
  on conflict (id) do nothing;
  insert into ledger_shares as s (account, share, "balanceCents")
  select account, pg_backend_pid() % 32, sum(cents) from jsonb_to_recordset(said) as x (account text, cents bigint)
  where account not like '%:%' group by 1 order by 1
  on conflict (account, share) do update set "balanceCents" = s."balanceCents" + excluded."balanceCents";
  with written as (
    insert into ledger_entries (transaction, account, "amountCents")
    select transaction, account, cents from jsonb_to_recordset(said) as s (transaction text, account text, cents bigint) where cents <> 0
    returning id, account)
  insert into ledger_blocks as b (account, block, share, entries)
  select c.account, ledger_block(w.id), pg_backend_pid() % 32, count(*)
  from written w, lateral (select '' as account union all select w.account where w.account not like '%:%') c group by 1, 2 order by 1, 2
  on conflict (account, block, share) do update set entries = b.entries + excluded.entries;
  insert into ledger_days as d (day, account, kind, share, cents, entries)
  select (at at time zone 'Asia/Singapore')::date, account, kind, pg_backend_pid() % 32, sum(cents), count(*)
  from jsonb_to_recordset(said) as x (account text, kind text, cents bigint) where account not like '%:%' and cents <> 0 group by 2, 3 order by 2, 3
  on conflict (day, account, kind, share) do update set cents = d.cents + excluded.cents, entries = d.entries + excluded.entries;
  perform add_fee_months(said, at);
  insert into payables (entry, instructor, lesson, "amountCents", "payableFrom")
  select x.id, substr(x.account, 20), coalesce(s.lesson, ''), -x."amountCents", coalesce(s."from", at)
  from (select transaction, account, lesson, max("from") as "from" from jsonb_to_recordset(said) as s (
      transaction text, account text, lesson text, kind text, "from" timestamptz)
    where kind <> 'payout' and account like 'instructor\_payable:%' group by 1, 2, 3) s
    join ledger_entries x on x.transaction = s.transaction and x.account = s.account;
  insert into ledger_unsealed (transaction) select md5(c) from unnest(posted) with ordinality as t (c, n) order by n;
  if said @> '[{"account": "provider_clearing"}]' then
    perform note_outside(array(
      select distinct transaction from jsonb_to_recordset(said) as s (transaction text, account text) where account = 'provider_clearing'));
  end if;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION public.post_payment(p payments, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p."amountCents" > 0 then
    perform post_ledger_transaction('payment:' || p.id, 'payment', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
      jsonb_build_object('account', source_account(p), 'cents', p."amountCents"),
      jsonb_build_object('account', held_account(p), 'cents', -p."amountCents")));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.post_refund(p payments, r refunds, cause text, at timestamp with time zone)
 RETURNS payments
 LANGUAGE plpgsql
AS $function$
begin
  perform post_ledger_transaction(cause, 'refund_paid', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', r."amountCents"),
    jsonb_build_object('account', source_account(p), 'cents', -r."amountCents")));
  return note_refunded(p.id, r."amountCents", at);
end $function$;

CREATE OR REPLACE FUNCTION public.post_return(p payments, r refunds, how text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform post_ledger_transaction('refund-returned:' || r._cause || ':' || how, 'refund_returned', nullif(p.lesson, ''), p.id, at, jsonb_build_array(
    jsonb_build_object('account', source_account(p), 'cents', r."amountCents"),
    jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -r."amountCents")));
  perform note_owed_again(p.id, r."amountCents", at);
  perform cover_refunds_of(p.id, at);
end $function$;

CREATE OR REPLACE FUNCTION public.postal_place(postal_code text, OUT lat double precision, OUT lng double precision)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select v.lat, v.lng from (values
    ('01', 1.284, 103.851), ('02', 1.277, 103.845), ('03', 1.289, 103.803), ('04', 1.28, 103.848), ('05', 1.284, 103.843), ('06', 1.28, 103.848),
    ('07', 1.274, 103.846), ('08', 1.275, 103.841), ('09', 1.266, 103.82), ('10', 1.273, 103.809), ('11', 1.284, 103.781), ('12', 1.315, 103.765),
    ('13', 1.304, 103.788), ('14', 1.294, 103.803), ('15', 1.283, 103.817), ('16', 1.286, 103.83), ('17', 1.292, 103.851), ('18', 1.299, 103.856),
    ('19', 1.303, 103.862), ('20', 1.308, 103.855), ('21', 1.311, 103.852), ('22', 1.306, 103.829), ('23', 1.298, 103.835), ('24', 1.304, 103.82),
    ('25', 1.313, 103.82), ('26', 1.316, 103.802), ('27', 1.311, 103.794), ('28', 1.33, 103.812), ('29', 1.326, 103.838), ('30', 1.32, 103.843),
    ('31', 1.334, 103.85), ('32', 1.326, 103.852), ('33', 1.32, 103.864), ('34', 1.33, 103.871), ('35', 1.337, 103.871), ('36', 1.335, 103.886),
    ('37', 1.327, 103.887), ('38', 1.315, 103.883), ('39', 1.313, 103.88), ('40', 1.326, 103.899), ('41', 1.324, 103.906), ('42', 1.309, 103.904),
    ('43', 1.303, 103.895), ('44', 1.304, 103.906), ('45', 1.313, 103.924), ('46', 1.322, 103.934), ('47', 1.334, 103.918), ('48', 1.32, 103.953),
    ('49', 1.37, 103.979), ('50', 1.372, 103.986), ('51', 1.373, 103.95), ('52', 1.35, 103.945), ('53', 1.366, 103.887), ('54', 1.39, 103.893),
    ('55', 1.361, 103.868), ('56', 1.371, 103.846), ('57', 1.353, 103.843), ('58', 1.343, 103.775), ('59', 1.325, 103.778), ('60', 1.334, 103.74),
    ('61', 1.327, 103.709), ('62', 1.31, 103.68), ('63', 1.3, 103.64), ('64', 1.344, 103.703), ('65', 1.351, 103.753), ('66', 1.362, 103.765),
    ('67', 1.378, 103.768), ('68', 1.386, 103.745), ('69', 1.372, 103.722), ('70', 1.378, 103.716), ('71', 1.424, 103.714), ('72', 1.425, 103.76),
    ('73', 1.437, 103.787), ('75', 1.449, 103.82), ('76', 1.427, 103.836), ('77', 1.383, 103.829), ('78', 1.398, 103.82), ('79', 1.397, 103.872),
    ('80', 1.383, 103.873), ('81', 1.357, 103.988), ('82', 1.404, 103.906), ('91', 1.372, 103.986)
  ) v(sector, lat, lng) where v.sector = substring(postal_code from '^(\d{2})(?:\d{4})?$')
$function$;

CREATE OR REPLACE FUNCTION public.receipt_text(number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'K-' || lpad(number::text, 8, '0')
$function$;

CREATE OR REPLACE FUNCTION public.recent_day(recent timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(singapore_day(recent), 'infinity')
$function$;

CREATE OR REPLACE FUNCTION public.record_faults()
 RETURNS TABLE(name text, fault text)
 LANGUAGE sql
 STABLE
 SET work_mem TO '64MB'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refund_causes(of_refund text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.refund_hindrance(of_payment text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when exists (select from payments_of_charge(of_payment) p join chargebacks c on c.payment = p.id where c.status = 'open')
      -- The statement says that the bank took the money back, and nobody decided about that line yet.
      or exists (select from payments_of_charge(of_payment) p join bank_lines l on l.payment = p.id join bank_debits d on d.line = l.id
        where d.status = 'open' and d.why = 'recall') then 'bank_decides'
    when exists (select from payments_of_charge(of_payment) p join provider_cases k on k.payment = p.id
      where k.status = 'open' and k.kind = 'refund') then 'provider_case' end
$function$;

CREATE OR REPLACE FUNCTION public.refund_paid_cause(cause text, reference text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'refund-paid:' || cause || coalesce((select ':at:' || f.id from provider_refunds f where f.id = reference), '')
$function$;

CREATE OR REPLACE FUNCTION public.refundable_cents(p payments)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(0, p."amountCents" - coalesce((select sum(r."amountCents") from refunds r where r.payment = p.id), 0)::integer
    - coalesce((select sum(c."amountCents") from chargebacks c where c.payment = p.id and c.status <> 'won'), 0)::integer)
$function$;

CREATE OR REPLACE FUNCTION public.refunds_of_charge(of_payment text)
 RETURNS SETOF refunds
 LANGUAGE sql
 STABLE
AS $function$
  select r.* from payments_of_charge(of_payment) p join refunds r on r.payment = p.id
$function$;

CREATE OR REPLACE FUNCTION public.refuse_acceptance_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The account is gone already when its entries follow it.
  if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
    return old;
  end if;
  raise exception 'what was agreed to is append-only' using errcode = '23514', constraint = 'acceptances_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit trail is append-only' using errcode = '23514', constraint = 'audit_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_case_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.status = 'open' and new.status = 'settled'
    and to_jsonb(new) - '{status,note,settledBy,settledAt}'::text[] = to_jsonb(old) - '{status,note,settledBy,settledAt}'::text[] then
    return new;
  end if;
  raise exception 'a case of the provider is only ever settled' using errcode = '23514', constraint = 'provider_cases_settled_once';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  closed timestamptz;
begin
  -- Without a condition on the column: the lock is waited for, and what is read is what holds after the wait.
  select u._closed into closed from users u where u.id = new.learner for key share;
  if closed is not null then
    raise exception 'The learner''s account is closed.' using errcode = 'check_violation', constraint = 'lessons_learner', table = 'lessons';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only' using errcode = '23514', constraint = 'ledger_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_lost_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from lessons where id = old.lesson) then
    raise exception 'the history of a lesson is append-only' using errcode = '23514', constraint = 'lesson_moves_append_only';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_move_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- What somebody wrote goes with their account; that they did it, and when, stays.
  if current_setting('kerbside.is_erasing', true) = 'on' and new.reason = '' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'the history of a lesson is append-only' using errcode = '23514', constraint = 'lesson_moves_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unmoved_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select 1 from lesson_moves m
    where m.lesson = new.id and m.sequence = new.sequence and m."from" = old.status and m."to" = new.status
      and new.sequence = old.sequence + 1) then
    raise exception 'a lesson changes its state by move_lesson only' using errcode = '23514', constraint = 'lessons_moved';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.release_guest_hold(of_guest text, at timestamp with time zone)
 RETURNS lessons
 LANGUAGE plpgsql
AS $function$
declare
  of_lesson text := (select x.id from lessons x
    where x._guest = of_guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at);
  l lessons := lock_lesson(of_lesson);
begin
  if l.learner <> '' then
    return null;
  end if;
  return move_lesson(of_lesson, array['held'], row('cancel', 'cancelled_by_learner', '', 'learner', '')::lesson_move, '{}', at);
end $function$;

CREATE OR REPLACE FUNCTION public.release_holds_of(of_learner text, at timestamp with time zone)
 RETURNS SETOF lessons
 LANGUAGE plpgsql
AS $function$
declare
  theirs text[] := array(
    select l.id from lessons l where l.learner = of_learner and l.status = 'held'
      and not exists (select from payments p where p.lesson = l.id and p.status in ('requires_action', 'processing', 'succeeded')));
begin
  perform 1 from instructor_calendars c
  where c.instructor in (select l.instructor from lessons l where l.id = any (theirs))
  order by c.instructor for no key update;
  return query
    select moved.* from unnest(theirs) held
    cross join lateral move_lesson(held, array['held'], row('cancel', 'cancelled_by_learner', '', 'learner', '')::lesson_move, '{}', at) moved
    where moved.id is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.reschedule_refusal(of_lesson text, new_start timestamp with time zone, at timestamp with time zone, overrides boolean)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  l lessons;
  i instructors;
  b booking;
  span tstzrange;
  why text;
begin
  select * into l from lessons x where x.id = of_lesson;
  if not found then
    return 'no_lesson';
  end if;
  span := tstzrange(new_start, new_start + make_interval(mins => l."durationMinutes"), '[)');
  perform lock_calendars(l.instructor, l.learner, span, at);
  l := lock_lesson(of_lesson);
  select * into i from instructors x where x.id = l.instructor;
  b := row(l.id, '', '', l.learner, l.instructor, new_start, l."durationMinutes", l.pickup, l."postalCode", l.note,
    '', null, '', l."licenceClass")::booking;
  why := offer_refusal(i, b, at, overrides);
  -- Minutes pay for days within their package (rule 18), so nobody overrides its end.
  if why is null and new_start > l.start and exists (
      select from payments p join package_purchases k on k.id = p."drawnFrom"
      where p.lesson = l.id and p."drawnFrom" <> '' and p.status <> 'refunded'
        and k."expiresOn" < to_char((new_start at time zone i.timezone)::date, 'YYYY-MM-DD')) then
    why := 'package_ends';
  end if;
  if why is null then
    perform expire_holds(l.instructor, l.learner, span, at);
    why := diary_refusal(i, b, span, overrides, l."ownLearner" <> '');
  end if;
  return why;
end $function$;

CREATE OR REPLACE FUNCTION public.return_kept(pack package_purchases, returned_cents integer, of_cause text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.return_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.return_payout(of_payout text, code text, at timestamp with time zone)
 RETURNS payouts
 LANGUAGE plpgsql
AS $function$
declare
  p payouts;
begin
  update payouts x set status = 'failed', "failureCode" = code, "returnedAt" = at, updated = at
  where x.id = of_payout and x.status = 'paid' returning x.* into p;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('payout-returned:' || p.id, 'payout_returned', null, null, at, jsonb_build_array(
    jsonb_build_object('account', 'provider_clearing', 'cents', p."amountCents" - p."_reversedCents"),
    jsonb_build_object('account', 'instructor_payable:' || p.instructor, 'cents', p."_reversedCents" - p."amountCents")));
  return p;
end $function$;

CREATE OR REPLACE FUNCTION public.return_refund(of_refund text, code text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.return_refund_by_hand(of_refund text, of_line text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.reverse_payout(of_payout text, reference text, total bigint, code text, at timestamp with time zone)
 RETURNS payouts
 LANGUAGE plpgsql
AS $function$
declare
  p payouts;
  part integer;
begin
  select * into p from payouts x where x.id = of_payout for no key update;
  if p."returnedAt" is not null or (p.status = 'paid' and p."providerReference" <> reference) then
    return null;
  end if;
  if p.status <> 'paid' then
    update payouts x set status = 'sent' where x.id = p.id and x.status = 'planned';
    perform settle_payouts(jsonb_build_array(jsonb_build_object('id', p.id, 'reference', reference)), at);
  end if;
  part := least(total, p."amountCents") - p."_reversedCents";
  if part <= 0 then
    return null;
  end if;
  if total >= p."amountCents" then
    return return_payout(of_payout, code, at);
  end if;
  update payouts x set "_reversedCents" = total, updated = at where x.id = p.id returning x.* into p;
  perform post_ledger_transaction('payout-returned:' || p.id || ':' || total, 'payout_returned', null, null, at, jsonb_build_array(
    jsonb_build_object('account', 'provider_clearing', 'cents', part),
    jsonb_build_object('account', 'instructor_payable:' || p.instructor, 'cents', -part)));
  return p;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_ledger(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  place bigint;
  sum text;
  t ledger_transactions;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(7261180050);
  select c.sequence, c.hash into place, sum from ledger_chain c order by c.sequence desc limit 1;
  for t in
    select x.* from ledger_unsealed u join ledger_transactions x on x.id = u.transaction order by u._seq limit at_most
  loop
    place := coalesce(place, 0) + 1;
    sum := chain_hash(coalesce(sum, ''), ledger_says(t,
      (select jsonb_agg(jsonb_build_array(e.account, e."amountCents") order by e.id) from ledger_entries e where e.transaction = t.id)));
    insert into ledger_chain (sequence, transaction, hash) values (place, t.id, sum);
    delete from ledger_unsealed where transaction = t.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $function$;

CREATE OR REPLACE FUNCTION public.series_parts(of_series text, at timestamp with time zone)
 RETURNS TABLE(lesson text, learner text, "dueCents" integer, "untilMs" double precision)
 LANGUAGE sql
 STABLE
AS $function$
  select l.id, l.learner, greatest(l."priceCents" - paid_cents(l.id), 0), extract(epoch from l."holdExpiresAt") * 1000
  from lessons l where l.series = of_series and of_series <> '' and l.status = 'held' and l."holdExpiresAt" > at order by l.start, l.id
$function$;

CREATE OR REPLACE FUNCTION public.settle_payment(of_payment text, reference text, at timestamp with time zone)
 RETURNS payments
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_payouts(given jsonb, at timestamp with time zone)
 RETURNS SETOF payouts
 LANGUAGE plpgsql
AS $function$
declare
  paid payouts[];
begin
  with settled as (
    update payouts x set status = 'paid', "providerReference" = g.reference, "failureCode" = '', "paidAt" = at, updated = at
    from jsonb_to_recordset(given) as g (id text, reference text)
    where x.id = g.id and x.status in ('sent', 'failed') and x."returnedAt" is null returning x.*)
  select coalesce(array_agg(s), '{}') into paid from settled s;
  if paid <> '{}' then
    perform post_ledger_transactions((
      select jsonb_agg(jsonb_build_object('cause', 'payout:' || p.id, 'kind', 'payout', 'entries', jsonb_build_array(
        jsonb_build_object('account', 'instructor_payable:' || p.instructor, 'cents', p."amountCents"),
        jsonb_build_object('account', 'provider_clearing', 'cents', -p."amountCents"))) order by p.id) from unnest(paid) p), at);
  end if;
  return query select * from unnest(paid);
end $function$;

CREATE OR REPLACE FUNCTION public.settle_provider_refund(of_refund text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_refund(of_refund text, reference text, at timestamp with time zone)
 RETURNS payments
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_refund_by_hand(of_refund text, was text, reference text, at timestamp with time zone)
 RETURNS payments
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.settle_registration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."_registeredBy" := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_stray(of_payment text, reference text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  p payments := settle_payment(of_payment, reference, at);
begin
  if p.id is not null then
    perform owe_refund(p.id, 'stray:' || p.id, p."amountCents", at);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.share_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new."contactsUntil" := case when new.status in ('confirmed', 'in_progress', 'completed', 'closed', 'disputed')
    then new."end" + make_interval(hours => (policy_values(new."policyVersion") ->> 'contactHours')::integer) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_name(u users)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(nullif(trim(u.name), ''), nullif(trim(concat_ws(' ', u."firstName", u."lastName")), ''), 'A learner')
$function$;

CREATE OR REPLACE FUNCTION public.singapore_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (at at time zone 'Asia/Singapore')::date
$function$;

CREATE OR REPLACE FUNCTION public.source_account(p payments)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p."drawnFrom" <> '' then 'held_package:' || p."drawnFrom"
    when p.method = 'credit' then 'learner_credit:' || p.learner else 'provider_clearing' end
$function$;

CREATE OR REPLACE FUNCTION public.split_off(r refunds, cents integer, new_cause text, new_status text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  stays integer := least(r."_borneCents", r."amountCents" - cents);
  new_id text := substr(md5('refund:' || new_cause), 1, 15);
begin
  update refunds x set "amountCents" = r."amountCents" - cents, "_borneCents" = stays, "_coveredCents" = least(r."_coveredCents", stays), updated = at
  where x.id = r.id;
  insert into refunds (id, payment, learner, "amountCents", status, "dueAt", _cause, _payee, "_borneCents", "_coveredCents", created, updated)
  values (new_id, r.payment, r.learner, cents, new_status, at, new_cause, r._payee, r."_borneCents" - stays, greatest(0, r."_coveredCents" - stays), at, at);
  return new_id;
end $function$;

CREATE OR REPLACE FUNCTION public.stamp_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.xid := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.stamp_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update search_epochs set xid = pg_current_xact_id() where cause = tg_argv[0];
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.status_without_open_claims(i instructors)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select c._listing_was from claims c where i.status = 'suspended' and c.instructor = i.id and c._listing_was <> ''
    and c.status not in ('decided', 'withdrawn') and not is_found_true_since(c) limit 1), i.status)
$function$;

CREATE OR REPLACE FUNCTION public.stop_refunds_by_hand(of_payment text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  select fail_refund(r.id, '', 'recalled', at) from refunds r join payments p on p.id = r.payment
  where r.payment = of_payment and r.status = 'sent' and p.provider = 'manual' order by r._seq
$function$;

CREATE OR REPLACE FUNCTION public.sums_definition()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select md5(string_agg(regexp_replace(regexp_replace(p.prosrc, '--[^\n]*', '', 'g'), '\s+', ' ', 'g'), ' ' order by p.proname))
  from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname in (
    'fold_days', 'fold_people', 'fold_accounts', 'cohort_days_of', 'add_fill_months', 'add_search_months', 'recent_day', 'singapore_day',
    'is_agreed', 'is_taught', 'learner_came', 'instructor_came'
  )
$function$;

CREATE OR REPLACE FUNCTION public.take_bank_line(of_line text, states text[], new_status text, at timestamp with time zone)
 RETURNS bank_lines
 LANGUAGE plpgsql
AS $function$
declare
  l bank_lines;
begin
  update bank_lines x set status = new_status, updated = at where x.id = of_line and x.status = any (states) returning x.* into l;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('bank-line-taken:' || l.id, 'bank_line', null, null, at, jsonb_build_array(
    jsonb_build_object('account', 'unmatched_money', 'cents', l."amountCents"),
    jsonb_build_object('account', 'provider_clearing', 'cents', -l."amountCents")));
  return l;
end $function$;

CREATE OR REPLACE FUNCTION public.take_busy_times(of_calendar text, spans jsonb, began timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  of_instructor text;
  is_changed boolean;
begin
  -- The calendar first, then the diary: the order of whoever deletes the calendar.
  select c.instructor into of_instructor from outside_calendars c
  where c.id = of_calendar and coalesce(c."readAt" <= began, true) for no key update;
  if not found then
    return false;
  end if;
  perform 1 from instructor_calendars c where c.instructor = of_instructor for no key update;
  with wanted as (
    select to_timestamp((s ->> 0)::double precision / 1000) as s, to_timestamp((s ->> 1)::double precision / 1000) as e
    from jsonb_array_elements(spans) as s
  ), gone as (
    delete from busy_times b where b.calendar = of_calendar
      and not exists (select 1 from wanted w where w.s = b.start and w.e = b."end")
    returning 1
  ), added as (
    insert into busy_times (instructor, calendar, start, "end") select of_instructor, of_calendar, w.s, w.e from wanted w
    on conflict do nothing returning 1
  )
  select exists (select 1 from gone) or exists (select 1 from added) into is_changed;
  if is_changed then
    update instructor_calendars set version = version + 1 where instructor = of_instructor;
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.take_came_back(of_line text, compared text, at timestamp with time zone)
 RETURNS bank_lines
 LANGUAGE plpgsql
AS $function$
declare
  l bank_lines := take_bank_line(of_line, array['open'], 'came_back', at);
  s sent_by_hand;
begin
  update sent_by_hand x set "cameBackAs" = l.id where x.compared_reference = compared and x."cameBackAs" = '' and x."amountCents" >= l."amountCents"
  returning x.* into s;
  if s.of_what = 'payouts' and exists (select from return_payout(s.record, 'came_back', at) p where p.id is not null)
    or s.of_what = 'refunds' and return_refund_by_hand(s.record, l.id, at) then
    if s."amountCents" > l."amountCents" then
      perform post_ledger_transaction('bank-fee:' || l.id, 'bank_fee', null, null, at, jsonb_build_array(
        jsonb_build_object('account', 'provider_costs', 'cents', s."amountCents" - l."amountCents"),
        jsonb_build_object('account', 'provider_clearing', 'cents', l."amountCents" - s."amountCents")));
    end if;
    return l;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update waitlist_offers set status = 'taken', lesson = new.id, updated = new.created
  where instructor = new.instructor and start = new.start and learner = new.learner and status = 'open'
    and "durationMinutes" = new."durationMinutes" and "expiresAt" > new.created;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_provider_refund(of_refund text, of_payment text, cents integer, state text, code text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.take_second_money(of_payment text, reference text, cents integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.take_time(b booking, of_own_learner text, at timestamp with time zone, overrides boolean)
 RETURNS TABLE(refusal text, lesson lessons)
 LANGUAGE plpgsql
AS $function$
declare
  i instructors;
  l lessons;
  span tstzrange := tstzrange(b.start, b.start + make_interval(mins => greatest(b.minutes, 0)), '[)');
  is_changed boolean := false;
  is_held boolean := of_own_learner = '';
  of_own boolean := false;
  why text;
  lines jsonb;
  of_version integer := policy_version(at);
begin
  perform lock_calendars(b.instructor, b.learner, span, at);
  select * into l from lessons x where x.id = b.id;
  if found then
    return query select case when l._author = b.author and l._request_hash = b.request_hash then null else 'id_reused' end, l;
    return;
  end if;
  select * into i from instructors x where x.id = b.instructor;
  if not found then
    return query select 'no_instructor', null::lessons;
    return;
  end if;
  why := offer_refusal(i, b, at, overrides);
  if why is null and coalesce(b.licence_class, '') <> '' and not i."licenceClasses" ? b.licence_class then
    why := 'class_not_taught';
  end if;
  if why is null then
    is_changed := expire_holds(b.instructor, b.learner, span, at);
    if overrides then
      of_own := of_own_learner <> '' or exists (
        select 1 from own_learners o where o.instructor = i.id and b.learner <> '' and o._user = b.learner);
    end if;
    why := coalesce(diary_refusal(i, b, span, overrides, of_own), hold_refusal(b, at, overrides));
    if why is null and is_held and not overrides then
      perform lock_hold_network(b);
      why := new_here_refusal(i, b, at);
    end if;
  end if;
  if why is not null then
    -- Nothing was written, so those who wait for the calendar need not wait for the disk.
    if not is_changed then
      perform set_config('synchronous_commit', 'off', true);
    end if;
    return query select why, null::lessons;
    return;
  end if;
  lines := lesson_lines(i, b.start, b.minutes);
  insert into lessons as x (id, instructor, learner, "ownLearner", start, "end", "durationMinutes", pickup, "postalCode", note, status,
      "priceCents", lines, "holdExpiresAt", "confirmedAt", "policyVersion", "cancellationHours", created, updated, _author, _request_hash, _guest, "licenceClass")
  values (b.id, b.instructor, b.learner, of_own_learner, lower(span), upper(span), b.minutes, b.pickup, b.postal_code, b.note,
      case when is_held then 'held' else 'confirmed' end, lines_total(lines), lines,
      case when is_held then at + make_interval(mins => (policy_values(of_version) ->> 'holdMinutes')::integer) end,
      case when is_held then null else at end, of_version, i."cancellationHours", at, at, b.author, b.request_hash,
      coalesce(b.guest, ''), class_of(i, b))
  on conflict do nothing
  returning x.* into l;
  if not found then
    why := case when exists (select 1 from lessons x where x.id = b.id) then 'id_reused' else 'slot_taken' end;
    return query select why, null::lessons;
    return;
  end if;
  if is_held and not overrides then
    perform note_hold_network(b, l."holdExpiresAt");
  end if;
  return query select null::text, l;
end $function$;

CREATE OR REPLACE FUNCTION public.takes_minutes(pack package_purchases, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pack.status in ('active', 'used') and at < pack."_endsAt" and not exists (
    select from chargebacks c join payments p on p.id = c.payment
    where p."packagePurchase" = pack.id and p."packagePurchase" <> '' and c.status <> 'won'
      and not exists (select from refunds r where r.payment = p.id and split_part(r._cause, ':', 1) in ('late', 'stray')))
$function$;

CREATE OR REPLACE FUNCTION public.takes_money(u users)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select u.phone = '' or u."phoneProved" is not null or u."_moneyPhone" = u.phone or u._closed is not null
$function$;

CREATE OR REPLACE FUNCTION public.takes_refund(p payments, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p.method <> 'cash' and (p.method <> 'paynow' or has_left(p.learner)
    or p."succeededAt" >= at - make_interval(days => (policy_values(policy_version(at)) ->> 'paynowRefundDays')::integer)
    or exists (select from users u where u.id = p.learner and u.phone <> '' and u."phoneProved" is not null))
$function$;

CREATE OR REPLACE FUNCTION public.text_number(value text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  -- So long that it may be out of a number's range, a text is none.
  select case when length(value) <= 200 and value ~ '^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?\s*$' then value::double precision end
$function$;

CREATE OR REPLACE FUNCTION public.text_part(value text, first bigint, size bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when till > start then substr(value, start::int, (till - start)::int) else '' end
  from (select case when first < 0 then length(value) + first + 1 else first end as at) as place,
    lateral (select least(at, at + size) as low, greatest(at, at + size) as high) as ends,
    lateral (select greatest(low, 1) as start, least(high, length(value) + 1) as till) as inside
$function$;

CREATE OR REPLACE FUNCTION public.text_time(value text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL RESTRICTED STRICT
AS $function$
begin
  if value !~ '^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?\s*(Z|[+-]\d\d:\d\d)?$' then
    return null;
  end if;
  return case when value ~ '(Z|[+-]\d\d:\d\d)$' then value::timestamptz else (value || 'Z')::timestamptz end;
exception when others then
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.touch_all_calendars()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from instructor_calendars order by instructor for no key update;
  update instructor_calendars set version = version + 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.touch_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update instructor_calendars set version = version + 1 where instructor = old.instructor;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.instructor <> old.instructor) then
    update instructor_calendars set version = version + 1 where instructor = new.instructor;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.touch_own_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update instructor_calendars set version = version + 1 where instructor = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_provider_refund(of_refund text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.unpaid_refusal(i instructors, b booking, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when not has_paid(b.learner, b.instructor) and held.starts > 0 and (held.minutes + b.minutes)::bigint * 2 > offered_minutes(i, week.monday)
    then 'too_many_unpaid' end
  from (select date_trunc('week', b.start at time zone i.timezone)::date as monday) week
    cross join lateral held_unpaid(i, week.monday, b.id, false, at) held
$function$;

CREATE OR REPLACE FUNCTION public.waiting_refusal(of_instructor text, of_learner text, of_start timestamp with time zone, minutes integer, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  i instructors;
  b booking := row('', of_learner, '', of_learner, of_instructor, of_start, minutes, '', '', '', '', null, '', '')::booking;
begin
  select * into i from instructors x where x.id = of_instructor;
  return coalesce(offer_refusal(i, b, at, false),
    diary_refusal(i, b, tstzrange(of_start, of_start + make_interval(mins => minutes), '[)'), false, false),
    hold_refusal(b, at, false), new_here_refusal(i, b, at));
end $function$;

CREATE OR REPLACE FUNCTION public.weekly_start(zone text, first timestamp with time zone, week integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when week = 0 then first else
    local_instant(zone, (first at time zone zone)::date + 7 * week, (extract(epoch from (first at time zone zone)::time) / 60)::integer) end
$function$;

CREATE OR REPLACE FUNCTION public.weekly_times(of_instructor text, of_learner text, first timestamp with time zone, minutes integer, at_most integer, leave text, at timestamp with time zone)
 RETURNS TABLE(week integer, start timestamp with time zone, "end" timestamp with time zone, "priceCents" integer, refusal text)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  i instructors;
  b booking;
begin
  select * into i from instructors x where x.id = of_instructor;
  for number in 0 .. at_most - 1 loop
    week := number;
    start := weekly_start(i.timezone, first, week);
    "end" := start + make_interval(mins => minutes);
    "priceCents" := lines_total(lesson_lines(i, start, minutes));
    b := row(coalesce((select l.id from lessons l where l.id = leave and l.learner = of_learner and l.status = 'held'), ''), of_learner, '', of_learner,
      of_instructor, start, minutes, '', '', '', '', null, '', '')::booking;
    refusal := coalesce(offer_refusal(i, b, at, false), diary_refusal(i, b, tstzrange(start, "end", '[)'), false, false), '');
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.whole_cause(r refunds)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select left(r._cause, -length(f.id) - 1) from payments_of_charge(r.payment) p join provider_refunds f on f.payment = p.id
    where right(r._cause, length(f.id) + 1) = ':' || f.id limit 1), r._cause)
$function$;

CREATE OR REPLACE FUNCTION public.win_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update waitlist_entries e set status = 'done', updated = new.updated
  from waitlist_offers o where o.lesson = new.id and o.entry = e.id and o.status = 'taken';
  update waitlist_offers o set status = 'lapsed', updated = new.updated
  where o.instructor = new.instructor and o.status = 'open'
    and o.start < new."end" and o.start + make_interval(mins => o."durationMinutes") > new.start;
  update freed_times f set "nextRoundAt" = null
  where f.instructor = new.instructor and f.start >= new.start and f."end" <= new."end" and f."nextRoundAt" is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.windows_between(of_instructor text, zone text, first_day date, day_count integer)
 RETURNS tstzmultirange
 LANGUAGE sql
 STABLE
AS $function$
  select range_agg(tstzrange(w.s, w.e, '[)'))
  from (
    select local_instant(zone, v.day, v."startMinute") as s, local_instant(zone, v.day, v."endMinute") as e
    from (
      select d.day, r."startMinute", r."endMinute"
      from availability_rules r
        cross join lateral (select first_day + (r.weekday - extract(dow from first_day)::integer + 7) % 7 as day) d
      where r.instructor = of_instructor and d.day < first_day + day_count
        and not exists (select 1 from availability_overrides o where o.instructor = of_instructor and o.date = d.day::text)
      union all
      select o.date::date, (x ->> 'startMinute')::integer, (x ->> 'endMinute')::integer
      from availability_overrides o cross join jsonb_array_elements(o.windows) x
      where o.instructor = of_instructor and o.date between first_day::text and (first_day + day_count - 1)::text
    ) v
  ) w
  where w.s < w.e
$function$;

create table _asked_places (
  account text not null,
  sector text not null,
  until timestamp with time zone not null,
  constraint _asked_places_pkey PRIMARY KEY (account, sector)
);

create table _attempts (
  key text not null,
  count integer not null,
  until timestamp with time zone not null,
  constraint _attempts_pkey PRIMARY KEY (key)
);

create table "_authOrigins" (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  fingerprint text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_authOrigins_fingerprint" UNIQUE ("collectionRef", "recordRef", fingerprint),
  constraint "_authOrigins_pkey" PRIMARY KEY (id)
);

create table _collections (
  id text not null,
  name text not null,
  definition jsonb not null,
  _seq bigint not null generated always as identity,
  constraint _collections_pkey PRIMARY KEY (id)
);

create table _cron_runs (
  id text not null,
  begun timestamp with time zone not null,
  constraint _cron_runs_pkey PRIMARY KEY (id)
);

create table _deliveries (
  id bigint not null generated always as identity,
  notification text not null,
  channel text not null,
  category text not null,
  required boolean not null,
  due timestamp with time zone not null,
  status text not null default 'waiting'::text,
  constraint _deliveries_category CHECK ((category = ANY (ARRAY['account'::text, 'billing'::text, 'system'::text, 'marketing'::text]))),
  constraint _deliveries_channel CHECK ((channel = ANY (ARRAY['email'::text, 'push'::text, 'sms'::text]))),
  constraint _deliveries_notification_fkey FOREIGN KEY (notification) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint _deliveries_once UNIQUE (notification, channel),
  constraint _deliveries_pkey PRIMARY KEY (id),
  constraint _deliveries_status CHECK ((status = ANY (ARRAY['waiting'::text, 'queued'::text, 'sent'::text, 'dropped'::text])))
);

create table _ended_accounts (
  account text not null,
  created timestamp with time zone not null,
  outcome text not null,
  at timestamp with time zone not null,
  constraint _ended_accounts_outcome CHECK ((outcome = ANY (ARRAY['deleted'::text, 'erased'::text]))),
  constraint _ended_accounts_pkey PRIMARY KEY (account, created)
);

create table "_externalAuths" (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  provider text not null default ''::text,
  "providerId" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_externalAuths_pkey" PRIMARY KEY (id),
  constraint "_externalAuths_provider_id" UNIQUE ("collectionRef", provider, "providerId"),
  constraint "_externalAuths_record_provider" UNIQUE ("collectionRef", "recordRef", provider)
);

create table _gone_records (
  id bigint not null generated always as identity,
  record jsonb not null,
  at timestamp with time zone not null,
  constraint _gone_records_pkey PRIMARY KEY (id)
);

create table _histories (
  id text not null,
  until timestamp with time zone not null,
  constraint _histories_pkey PRIMARY KEY (id)
);

create table _hold_networks (
  lesson text not null,
  network text not null,
  until timestamp with time zone not null,
  constraint _hold_networks_pkey PRIMARY KEY (lesson)
);

create table _logs (
  _seq bigint not null generated always as identity,
  id text not null,
  created timestamp with time zone not null,
  level integer not null,
  message text not null,
  data jsonb not null,
  constraint _logs_pkey PRIMARY KEY (id)
);

create table _mails (
  id bigint not null generated always as identity,
  key text,
  "to" text not null,
  subject text not null,
  message jsonb not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  error text not null default ''::text,
  created timestamp with time zone not null,
  sent timestamp with time zone,
  "handledAs" text not null default ''::text,
  "handledBy" text not null default ''::text,
  "handledAt" timestamp with time zone,
  constraint "_mails_handledAs" CHECK (("handledAs" = ANY (ARRAY[''::text, 'again'::text, 'told'::text]))),
  constraint _mails_key UNIQUE (key),
  constraint _mails_pkey PRIMARY KEY (id),
  constraint _mails_status CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'nobody'::text])))
);

create table _mfas (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  method text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint _mfas_pkey PRIMARY KEY (id)
);

create table _otps (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  password text not null default ''::text,
  "sentTo" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _place text not null default ''::text,
  constraint _otps_pkey PRIMARY KEY (id)
);

create table _params (
  id text not null,
  value jsonb not null,
  updated timestamp with time zone not null,
  constraint _params_pkey PRIMARY KEY (id)
);

create table _passkey_challenges (
  challenge text not null,
  "user" text not null,
  purpose text not null,
  expires timestamp with time zone not null,
  constraint _passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint _passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['enrol'::text, 'sign_in'::text])))
);

create table _restores (
  id bigint not null generated always as identity,
  backup text not null,
  by text not null default ''::text,
  started timestamp with time zone not null,
  finished timestamp with time zone,
  state text not null,
  message text not null default ''::text,
  constraint _restores_pkey PRIMARY KEY (id),
  constraint _restores_state CHECK ((state = ANY (ARRAY['checking'::text, 'restoring'::text, 'done'::text, 'refused'::text, 'failed'::text])))
);

create table _review_asks (
  lesson text not null,
  asked boolean not null,
  constraint _review_asks_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint _review_asks_pkey PRIMARY KEY (lesson)
);

create table _revocations (
  xid xid8 not null default pg_current_xact_id(),
  "collectionRef" text not null,
  "recordRef" text not null,
  at timestamp with time zone not null default now()
);

create table _sessions (
  id text not null,
  "collectionRef" text not null,
  "recordRef" text not null,
  method text not null default ''::text,
  "userAgent" text not null default ''::text,
  ip text not null default ''::text,
  created timestamp with time zone not null,
  "lastUsed" timestamp with time zone not null,
  expires timestamp with time zone not null,
  constraint _sessions_pkey PRIMARY KEY (id)
);

create table _superusers (
  id text not null,
  password text not null default ''::text,
  "tokenKey" text not null,
  email text not null default ''::text,
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_superusers_tokenKey" UNIQUE ("tokenKey"),
  constraint _superusers_pkey PRIMARY KEY (id)
);

create table account_activity (
  "user" text not null,
  day date not null,
  logins integer not null default 0,
  constraint account_activity_pkey PRIMARY KEY ("user", day),
  constraint account_activity_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table account_change_confirmations (
  id text not null,
  change text not null,
  way text not null default 'administrator'::text,
  confirmer text not null default ''::text,
  "confirmerName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint account_change_confirmations_change UNIQUE (change),
  constraint account_change_confirmations_change_fkey FOREIGN KEY (change) REFERENCES account_changes(id) ON DELETE CASCADE,
  constraint account_change_confirmations_pkey PRIMARY KEY (id),
  constraint account_change_confirmations_way CHECK ((way = ANY (ARRAY['administrator'::text, 'old_address'::text, 'command_line'::text, 'time'::text])))
);

create table account_changes (
  id text not null,
  "user" text not null,
  field text not null,
  value text not null default ''::text,
  was text not null default ''::text,
  reason text not null default ''::text,
  status text not null default 'waiting'::text,
  starter text not null default ''::text,
  "starterName" text not null default ''::text,
  "personName" text not null default ''::text,
  expires timestamp with time zone,
  "takesEffectAt" timestamp with time zone,
  _token_hash text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  "lockedUntil" timestamp with time zone,
  _locked boolean not null default false,
  constraint account_changes_field CHECK ((field = ANY (ARRAY['email'::text, 'twoFactor'::text, 'role'::text, 'suspended'::text]))),
  constraint account_changes_lock CHECK ((("lockedUntil" IS NULL) OR ((field = 'suspended'::text) AND (value = 'true'::text) AND ("lockedUntil" <= (created + '24:00:00'::interval))))),
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_status CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'withdrawn'::text, 'lapsed'::text]))),
  constraint account_changes_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table account_days (
  standing text not null,
  day date not null,
  accounts integer not null,
  constraint account_days_pkey PRIMARY KEY (standing, day)
);

create table account_seen (
  account text not null,
  standing text not null,
  recent timestamp with time zone,
  at timestamp with time zone,
  constraint account_seen_pkey PRIMARY KEY (account),
  constraint account_seen_standing_check CHECK ((standing = ANY (ARRAY['open'::text, 'pending'::text, 'suspended'::text, 'closed'::text])))
);

create table approvals (
  id text not null,
  lesson text not null,
  decision text not null,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint approvals_decision CHECK ((decision = ANY (ARRAY['accept'::text, 'decline'::text]))),
  constraint approvals_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint approvals_once UNIQUE (lesson),
  constraint approvals_pkey PRIMARY KEY (id)
);

create table arrivals (
  id text not null,
  lesson text not null,
  side text not null,
  start timestamp with time zone not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint arrivals_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint arrivals_once UNIQUE (lesson, side, start),
  constraint arrivals_pkey PRIMARY KEY (id),
  constraint arrivals_side CHECK ((side = ANY (ARRAY['learner'::text, 'instructor'::text])))
);

create table audit_entries (
  id bigint not null generated always as identity,
  created timestamp with time zone not null,
  actor text not null,
  "actorName" text not null default ''::text,
  "actorCollection" text not null default ''::text,
  action text not null,
  collection text not null,
  record text not null,
  "recordName" text not null default ''::text,
  changes jsonb not null default '[]'::jsonb,
  "actorRole" text not null default ''::text,
  before jsonb,
  after jsonb,
  sequence bigint,
  hash text not null default ''::text,
  constraint audit_entries_action CHECK ((action ~ '^[a-z_]{1,40}$'::text)),
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_sequence UNIQUE (sequence)
);

create table availability_overrides (
  id text not null,
  instructor text not null,
  date text not null,
  windows jsonb not null default '[]'::jsonb,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint availability_overrides_date CHECK ((date ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint availability_overrides_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint availability_overrides_once UNIQUE (instructor, date),
  constraint availability_overrides_pkey PRIMARY KEY (id)
);

create table availability_rules (
  id text not null,
  instructor text not null,
  weekday integer not null,
  "startMinute" integer not null,
  "endMinute" integer not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "availability_rules_endMinute" CHECK ((("endMinute" >= 1) AND ("endMinute" <= 1440))),
  constraint "availability_rules_startMinute" CHECK ((("startMinute" >= 0) AND ("startMinute" <= 1439))),
  constraint availability_rules_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint availability_rules_order CHECK (("startMinute" < "endMinute")),
  constraint availability_rules_pkey PRIMARY KEY (id),
  constraint availability_rules_weekday CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table bank_debits (
  id text not null,
  date text not null,
  "amountCents" integer not null,
  text text not null default ''::text,
  status text not null,
  why text not null default ''::text,
  sent text not null default ''::text,
  line text not null default ''::text,
  "isReversal" boolean not null default false,
  "importedBy" text not null,
  _squashed text generated always as (upper(regexp_replace(text, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) stored,
  _fingerprint text not null,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  _seq bigint not null generated always as identity,
  constraint "bank_debits_amountCents" CHECK (("amountCents" > 0)),
  constraint bank_debits_fingerprint UNIQUE (_fingerprint),
  constraint bank_debits_open CHECK (((status = 'open'::text) = (why <> ''::text))),
  constraint bank_debits_pkey PRIMARY KEY (id),
  constraint bank_debits_status CHECK ((status = ANY (ARRAY['unknown'::text, 'open'::text, 'sent'::text, 'recalled'::text, 'other'::text]))),
  constraint bank_debits_why CHECK ((why = ANY (ARRAY[''::text, 'recall'::text, 'other_amount'::text, 'twice'::text])))
);

create table bank_lines (
  id text not null,
  date text not null,
  "amountCents" integer not null,
  text text not null,
  status text not null,
  payment text not null default ''::text,
  outcome text not null default ''::text,
  "bankReference" text not null default ''::text,
  "importedBy" text not null,
  _fingerprint text not null,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  _seq bigint not null generated always as identity,
  "likeLine" text not null default ''::text,
  constraint "bank_lines_amountCents" CHECK (("amountCents" > 0)),
  constraint bank_lines_fingerprint UNIQUE (_fingerprint),
  constraint bank_lines_outcome CHECK ((outcome = ANY (ARRAY[''::text, 'paid'::text, 'over'::text, 'short'::text, 'double'::text, 'late'::text]))),
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_status CHECK ((status = ANY (ARRAY['open'::text, 'matched'::text, 'returning'::text, 'returned'::text, 'other'::text, 'same'::text, 'came_back'::text])))
);

create table bank_statements (
  id bigint not null generated always as identity,
  "from" text not null,
  "to" text not null,
  "openingCents" bigint,
  "closingCents" bigint,
  created timestamp with time zone not null,
  account text not null default ''::text,
  constraint bank_statements_days CHECK (("from" <= "to")),
  constraint bank_statements_pkey PRIMARY KEY (id)
);

create table broadcast_recipients (
  broadcast text not null,
  "user" text not null,
  told boolean not null default false,
  constraint broadcast_recipients_broadcast_fkey FOREIGN KEY (broadcast) REFERENCES broadcasts(id) ON DELETE CASCADE,
  constraint broadcast_recipients_pkey PRIMARY KEY (broadcast, "user"),
  constraint broadcast_recipients_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table broadcasts (
  id text not null,
  title text not null,
  message text not null,
  audience text not null,
  area text not null default ''::text,
  language text not null default ''::text,
  kind text not null,
  status text not null default 'draft'::text,
  recipients integer not null default 0,
  sent integer not null default 0,
  author text not null default ''::text,
  "authorName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint broadcasts_audience CHECK ((audience = ANY (ARRAY['learners'::text, 'instructors'::text, 'everybody'::text]))),
  constraint broadcasts_kind CHECK ((kind = ANY (ARRAY['necessary'::text, 'news'::text, 'offers'::text]))),
  constraint broadcasts_pkey PRIMARY KEY (id),
  constraint broadcasts_status CHECK ((status = ANY (ARRAY['draft'::text, 'sending'::text, 'sent'::text, 'stopped'::text])))
);

create table busy_times (
  id text not null default "left"(md5(((random())::text || (clock_timestamp())::text)), 15),
  instructor text not null,
  calendar text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  _seq bigint not null generated always as identity,
  constraint busy_times_calendar_fkey FOREIGN KEY (calendar) REFERENCES outside_calendars(id) ON DELETE CASCADE,
  constraint busy_times_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint busy_times_once UNIQUE (calendar, start, "end"),
  constraint busy_times_order CHECK ((start < "end")),
  constraint busy_times_pkey PRIMARY KEY (id)
);

create table calendar_addresses (
  "user" text not null,
  token text not null,
  created timestamp with time zone not null,
  constraint calendar_addresses_pkey PRIMARY KEY ("user"),
  constraint calendar_addresses_token UNIQUE (token),
  constraint calendar_addresses_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table cancellation_sums (
  day date not null,
  by text not null,
  "isLate" boolean not null,
  excuse text not null,
  cancellations integer not null,
  constraint cancellation_sums_pkey PRIMARY KEY (day, by, "isLate", excuse)
);

create table cancellations (
  id text not null,
  lesson text not null,
  reason text not null default ''::text,
  "cancelledBy" text not null,
  "refundPercent" integer not null default 0,
  "refundCents" integer not null default 0,
  "creditCents" integer not null default 0,
  "feeCents" integer not null default 0,
  "returnedCents" integer not null default 0,
  "isLate" boolean not null default false,
  "usesMercyPass" boolean not null default false,
  "isRefilled" boolean not null default false,
  "isWaived" boolean not null default false,
  "_paidCents" integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  excuse text not null default ''::text,
  "refundTo" text not null default ''::text,
  "keptBackCents" integer not null default 0,
  constraint "cancellations_cancelledBy" CHECK (("cancelledBy" = ANY (ARRAY['learner'::text, 'instructor'::text, 'admin'::text]))),
  constraint "cancellations_creditCents" CHECK (("creditCents" >= 0)),
  constraint "cancellations_feeCents" CHECK (("feeCents" >= 0)),
  constraint "cancellations_keptBackCents" CHECK (("keptBackCents" >= 0)),
  constraint "cancellations_refundCents" CHECK (("refundCents" >= 0)),
  constraint "cancellations_returnedCents" CHECK ((("returnedCents" >= 0) AND ("returnedCents" <= "feeCents"))),
  constraint cancellations_excuse CHECK ((excuse = ANY (ARRAY[''::text, 'illness'::text, 'breakdown'::text, 'police'::text]))),
  constraint cancellations_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint cancellations_once UNIQUE (lesson),
  constraint cancellations_pkey PRIMARY KEY (id),
  constraint cancellations_refund_to CHECK (("refundTo" = ANY (ARRAY[''::text, 'credit'::text])))
);

create table card_customers (
  customer text not null,
  provider text not null,
  "user" text not null,
  created timestamp with time zone not null,
  "endedAt" timestamp with time zone,
  constraint card_customers_pkey PRIMARY KEY (customer)
);

create table case_visits (
  record text not null,
  "user" text not null,
  seen timestamp with time zone not null,
  constraint case_visits_pkey PRIMARY KEY (record, "user"),
  constraint case_visits_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table chargebacks (
  id text not null,
  payment text not null,
  "amountCents" integer not null,
  "feeCents" integer not null default 0,
  "coveredCents" integer not null default 0,
  status text not null,
  "_lessonWas" text not null default ''::text,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  _seq bigint not null generated always as identity,
  _payee jsonb,
  "_isTold" boolean not null default false,
  constraint "chargebacks_amountCents" CHECK (("amountCents" > 0)),
  constraint "chargebacks_feeCents" CHECK (("feeCents" >= 0)),
  constraint chargebacks_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint chargebacks_pkey PRIMARY KEY (id),
  constraint chargebacks_status CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table claim_decisions (
  id text not null,
  claim text not null,
  outcome text not null,
  "refundCents" integer not null default 0,
  "instructorAtFault" boolean not null default false,
  reason text not null,
  admin text not null default ''::text,
  "adminName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint "claim_decisions_refundCents" CHECK (("refundCents" >= 0)),
  constraint claim_decisions_claim UNIQUE (claim),
  constraint claim_decisions_claim_fkey FOREIGN KEY (claim) REFERENCES claims(id) ON DELETE CASCADE,
  constraint claim_decisions_outcome CHECK ((outcome = ANY (ARRAY['none'::text, 'part'::text, 'full'::text, 'credit'::text, 'replacement'::text]))),
  constraint claim_decisions_pkey PRIMARY KEY (id)
);

create table claim_statements (
  id text not null,
  claim text not null,
  author text not null,
  text text not null default ''::text,
  evidence jsonb not null default '[]'::jsonb,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint claim_statements_author_fkey FOREIGN KEY (author) REFERENCES users(id) ON DELETE RESTRICT,
  constraint claim_statements_claim_fkey FOREIGN KEY (claim) REFERENCES claims(id) ON DELETE CASCADE,
  constraint claim_statements_pkey PRIMARY KEY (id)
);

create table claims (
  id text not null,
  lesson text not null,
  learner text not null,
  instructor text not null,
  kind text not null,
  text text not null default ''::text,
  wish text not null default ''::text,
  evidence jsonb not null default '[]'::jsonb,
  status text not null,
  outcome text not null default ''::text,
  "refundCents" integer not null default 0,
  "creditCents" integer not null default 0,
  "talkUntil" timestamp with time zone,
  "evidenceUntil" timestamp with time zone,
  "decideBy" timestamp with time zone,
  "decidedAt" timestamp with time zone,
  _lesson_was text not null default ''::text,
  _listing_was text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  unheeded text not null default ''::text,
  constraint "claims_creditCents" CHECK (("creditCents" >= 0)),
  constraint "claims_refundCents" CHECK (("refundCents" >= 0)),
  constraint claims_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint claims_kind CHECK ((kind = ANY (ARRAY['first_lesson'::text, 'quality'::text, 'safety'::text, 'identity'::text]))),
  constraint claims_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint claims_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint claims_outcome CHECK ((outcome = ANY (ARRAY[''::text, 'none'::text, 'part'::text, 'full'::text, 'credit'::text, 'replacement'::text]))),
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_status CHECK ((status = ANY (ARRAY['open'::text, 'talking'::text, 'deciding'::text, 'decided'::text, 'withdrawn'::text]))),
  constraint claims_unheeded CHECK ((unheeded = ANY (ARRAY[''::text, 'not_begun'::text, 'not_paid'::text, 'said_before'::text, 'said_of_another'::text]))),
  constraint claims_wish CHECK ((wish = ANY (ARRAY[''::text, 'refund'::text, 'replacement'::text])))
);

create table cohort_days (
  cohort date not null,
  day date not null,
  learners integer not null,
  constraint cohort_days_pkey PRIMARY KEY (cohort, day)
);

create table conversations (
  id text not null,
  learner text not null,
  instructor text not null,
  "learnerName" text not null default ''::text,
  "instructorName" text not null default ''::text,
  "lastText" text not null default ''::text,
  "lastSender" text not null default ''::text,
  "lastMessageAt" timestamp with time zone,
  "learnerUnread" integer not null default 0,
  "instructorUnread" integer not null default 0,
  "learnerReadAt" timestamp with time zone,
  "instructorReadAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint conversations_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint conversations_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE CASCADE,
  constraint conversations_pair UNIQUE (learner, instructor),
  constraint conversations_pkey PRIMARY KEY (id)
);

create table day_fills (
  day date not null,
  "offeredMinutes" integer not null,
  "bookedMinutes" integer not null,
  constraint day_fills_pkey PRIMARY KEY (day)
);

create table day_sums (
  day date not null,
  status text not null,
  lessons integer not null,
  constraint day_sums_pkey PRIMARY KEY (day, status)
);

create table fee_months (
  instructor text not null,
  month date not null,
  lessons integer not null,
  "amountCents" bigint not null,
  constraint fee_months_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint fee_months_pkey PRIMARY KEY (instructor, month)
);

create table fill_months (
  instructor text not null,
  month date not null,
  minutes bigint not null,
  booked bigint not null,
  constraint fill_months_pkey PRIMARY KEY (month, instructor)
);

create table freed_times (
  id bigint not null generated always as identity,
  instructor text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  "nextRoundAt" timestamp with time zone,
  "notedAt" timestamp with time zone not null default now(),
  constraint freed_times_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint freed_times_once UNIQUE (instructor, start, "end"),
  constraint freed_times_pkey PRIMARY KEY (id)
);

create table hand_overs (
  id text not null,
  learner text not null,
  "fromInstructor" text not null,
  "toInstructor" text not null,
  "askedBy" text not null default 'learner'::text,
  note text not null default ''::text,
  status text not null default 'waiting'::text,
  "learnerAgreedAt" timestamp with time zone,
  "takerAgreedAt" timestamp with time zone,
  "doneAt" timestamp with time zone,
  "refundCents" integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "hand_overs_askedBy" CHECK (("askedBy" = ANY (ARRAY['learner'::text, 'instructor'::text]))),
  constraint "hand_overs_fromInstructor_fkey" FOREIGN KEY ("fromInstructor") REFERENCES instructors(id) ON DELETE CASCADE,
  constraint "hand_overs_refundCents" CHECK (("refundCents" >= 0)),
  constraint "hand_overs_toInstructor_fkey" FOREIGN KEY ("toInstructor") REFERENCES instructors(id) ON DELETE CASCADE,
  constraint hand_overs_agreed CHECK (((status <> 'done'::text) OR (("learnerAgreedAt" IS NOT NULL) AND ("takerAgreedAt" IS NOT NULL)))),
  constraint hand_overs_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE CASCADE,
  constraint hand_overs_other CHECK (("fromInstructor" <> "toInstructor")),
  constraint hand_overs_pkey PRIMARY KEY (id),
  constraint hand_overs_status CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'withdrawn'::text])))
);

create table holidays (
  id text not null,
  date text not null,
  name text not null default ''::text,
  closes boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint holidays_date CHECK ((date ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint holidays_once UNIQUE (date),
  constraint holidays_pkey PRIMARY KEY (id)
);

create table impersonations (
  id text not null,
  actor text not null,
  "user" text not null,
  reason text not null,
  begun timestamp with time zone not null,
  until timestamp with time zone not null,
  ended timestamp with time zone,
  constraint impersonations_actor_fkey FOREIGN KEY (actor) REFERENCES users(id) ON DELETE CASCADE,
  constraint impersonations_pkey PRIMARY KEY (id),
  constraint impersonations_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table instructor_calendars (
  instructor text not null,
  version bigint not null default 1,
  xid xid8 not null default pg_current_xact_id(),
  constraint instructor_calendars_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_calendars_pkey PRIMARY KEY (instructor)
);

create table instructor_changes (
  id text not null,
  instructor text not null,
  changes jsonb,
  photo text not null default ''::text,
  "carPhoto" text not null default ''::text,
  status text not null default 'waiting'::text,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint instructor_changes_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_changes_pkey PRIMARY KEY (id),
  constraint instructor_changes_status CHECK ((status = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text])))
);

create table instructor_documents (
  id text not null,
  instructor text not null,
  kind text not null,
  file text not null default ''::text,
  "expiresOn" text not null default ''::text,
  status text not null default 'pending'::text,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint instructor_documents_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_documents_kind CHECK ((kind = ANY (ARRAY['licence'::text, 'vehicle'::text, 'insurance'::text, 'medical'::text, 'photo'::text]))),
  constraint instructor_documents_pkey PRIMARY KEY (id),
  constraint instructor_documents_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'refused'::text])))
);

create table instructor_submissions (
  id text not null,
  instructor text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint instructor_submissions_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_submissions_pkey PRIMARY KEY (id)
);

create table instructor_years (
  year smallint not null,
  instructor text not null,
  agreed bit(366) not null,
  constraint instructor_years_pkey PRIMARY KEY (year, instructor)
);

create table instructors (
  id text not null,
  "user" text not null default ''::text,
  name text not null default ''::text,
  photo text not null default ''::text,
  "carPhoto" text not null default ''::text,
  bio text not null default ''::text,
  status text not null default 'draft'::text,
  "licenceClasses" jsonb not null default '[]'::jsonb,
  languages jsonb not null default '[]'::jsonb,
  areas jsonb not null default '[]'::jsonb,
  "testCentre" text not null default ''::text,
  "postalSector" text not null default ''::text,
  "hourlyCents" integer not null default 0,
  "eveningSurchargePercent" integer not null default 0,
  "weekendSurchargePercent" integer not null default 0,
  timezone text not null default 'Asia/Singapore'::text,
  "lessonMinutes" jsonb not null default '[60, 90, 120]'::jsonb,
  "slotStepMinutes" integer not null default 30,
  "minNoticeMinutes" integer not null default 720,
  "horizonDays" integer not null default 56,
  "gapMinutes" integer not null default 15,
  "maxLessonsPerDay" integer not null default 0,
  "maxLessonsPerWeek" integer not null default 0,
  "maxPerLearnerPerWeek" integer not null default 3,
  "instantBooking" boolean not null default true,
  "worksHolidays" boolean not null default false,
  "cancellationHours" integer not null default 24,
  "ratingAverage" double precision not null default 0,
  "ratingCount" integer not null default 0,
  "ratingShown" jsonb,
  "passRatePercent" integer not null default 0,
  "passRatePeriod" text not null default ''::text,
  "passRateSample" integer not null default 0,
  "vehiclePlate" text not null default ''::text,
  "vehicleModel" text not null default ''::text,
  "licenceExpiresOn" text not null default ''::text,
  "retiresOn" text not null default ''::text,
  "verifiedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _reminded_of text not null default ''::text,
  _reminded_days integer not null default 0,
  "warnedUntil" timestamp with time zone,
  "hiddenUntil" timestamp with time zone,
  gender text not null default ''::text,
  "considersTravel" boolean not null default false,
  "pausedBySelf" boolean not null default false,
  "passRateSource" text not null default ''::text,
  "_ratedAt" timestamp with time zone,
  "_ratingDueAt" timestamp with time zone,
  "_comparedOn" text,
  "_isUnlisted" boolean not null default false,
  _before_lock text not null default ''::text,
  "pausedUntil" timestamp with time zone,
  constraint "instructors_cancellationHours" CHECK (("cancellationHours" = ANY (ARRAY[24, 48]))),
  constraint "instructors_eveningSurchargePercent" CHECK ((("eveningSurchargePercent" >= 0) AND ("eveningSurchargePercent" <= 100))),
  constraint "instructors_gapMinutes" CHECK ((("gapMinutes" >= 0) AND ("gapMinutes" <= 720))),
  constraint "instructors_horizonDays" CHECK ((("horizonDays" >= 0) AND ("horizonDays" <= 730))),
  constraint "instructors_hourlyCents" CHECK (("hourlyCents" >= 0)),
  constraint "instructors_maxLessonsPerDay" CHECK (("maxLessonsPerDay" >= 0)),
  constraint "instructors_maxLessonsPerWeek" CHECK (("maxLessonsPerWeek" >= 0)),
  constraint "instructors_maxPerLearnerPerWeek" CHECK (("maxPerLearnerPerWeek" >= 0)),
  constraint "instructors_minNoticeMinutes" CHECK (("minNoticeMinutes" >= 0)),
  constraint "instructors_slotStepMinutes" CHECK ((("slotStepMinutes" >= 0) AND ("slotStepMinutes" <= 1440))),
  constraint "instructors_weekendSurchargePercent" CHECK ((("weekendSurchargePercent" >= 0) AND ("weekendSurchargePercent" <= 100))),
  constraint instructors_gender CHECK ((gender = ANY (ARRAY[''::text, 'woman'::text, 'man'::text]))),
  constraint instructors_pkey PRIMARY KEY (id),
  constraint instructors_status CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'listed'::text, 'paused'::text, 'suspended'::text, 'retired'::text]))),
  constraint instructors_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE RESTRICT
);

create table learner_firsts (
  learner text not null,
  start timestamp with time zone not null,
  joined timestamp with time zone,
  "waitedDays" double precision,
  constraint learner_firsts_pkey PRIMARY KEY (learner)
);

create table learner_years (
  year smallint not null,
  learner text not null,
  agreed bit(366) not null,
  "taughtFrom" date[] not null default '{}'::date[],
  constraint learner_years_pkey PRIMARY KEY (year, learner)
);

create table ledger_accounts (
  id text not null,
  "balanceCents" bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (id)
);

create table ledger_blocks (
  account text not null,
  block bigint not null,
  share smallint not null,
  entries bigint not null,
  constraint ledger_blocks_pkey PRIMARY KEY (account, block, share)
);

create table ledger_chain (
  sequence bigint not null,
  transaction text not null,
  hash text not null,
  constraint ledger_chain_pkey PRIMARY KEY (sequence),
  constraint ledger_chain_transaction UNIQUE (transaction),
  constraint ledger_chain_transaction_fkey FOREIGN KEY (transaction) REFERENCES ledger_transactions(id)
);

create table ledger_days (
  day date not null,
  account text not null,
  kind text not null,
  share smallint not null,
  cents bigint not null,
  entries bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (day, account, kind, share)
);

create table ledger_entries (
  id bigint not null generated always as identity,
  transaction text not null,
  account text not null,
  "amountCents" bigint not null,
  constraint "ledger_entries_amountCents" CHECK (("amountCents" <> 0)),
  constraint ledger_entries_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(id),
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_transaction_fkey FOREIGN KEY (transaction) REFERENCES ledger_transactions(id)
);

create table ledger_shares (
  account text not null,
  share smallint not null,
  "balanceCents" bigint not null,
  constraint ledger_shares_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(id),
  constraint ledger_shares_pkey PRIMARY KEY (account, share)
);

create table ledger_transactions (
  id text not null,
  kind text not null,
  lesson text,
  payment text,
  cause text not null,
  created timestamp with time zone not null,
  constraint ledger_transactions_cause UNIQUE (cause),
  constraint ledger_transactions_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint ledger_transactions_pkey PRIMARY KEY (id)
);

create table ledger_unsealed (
  transaction text not null,
  _seq bigint not null generated always as identity,
  constraint ledger_unsealed_pkey PRIMARY KEY (transaction),
  constraint ledger_unsealed_transaction_fkey FOREIGN KEY (transaction) REFERENCES ledger_transactions(id)
);

create table lesson_confirmations (
  id text not null,
  lesson text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint lesson_confirmations_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint lesson_confirmations_once UNIQUE (lesson),
  constraint lesson_confirmations_pkey PRIMARY KEY (id)
);

create table lesson_logs (
  id text not null,
  lesson text not null,
  skills jsonb not null default '[]'::jsonb,
  notes text not null default ''::text,
  "mockTest" jsonb,
  odometer integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  "finishedAt" timestamp with time zone,
  constraint lesson_logs_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint lesson_logs_odometer CHECK ((odometer >= 0)),
  constraint lesson_logs_once UNIQUE (lesson),
  constraint lesson_logs_pkey PRIMARY KEY (id)
);

create table lesson_moves (
  id text not null,
  lesson text not null,
  "from" text not null default ''::text,
  "to" text not null,
  event text not null,
  actor text not null default ''::text,
  "actorRole" text not null,
  reason text not null default ''::text,
  "policyVersion" integer not null default 1,
  sequence integer not null,
  created timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "lesson_moves_actorRole" CHECK (("actorRole" = ANY (ARRAY['learner'::text, 'instructor'::text, 'admin'::text, 'superuser'::text, 'system'::text]))),
  constraint lesson_moves_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE CASCADE DEFERRABLE,
  constraint lesson_moves_pkey PRIMARY KEY (id),
  constraint lesson_moves_sequence UNIQUE (lesson, sequence)
);

create table lesson_starts (
  id text not null,
  lesson text not null,
  "pdlSeen" boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint lesson_starts_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint lesson_starts_once UNIQUE (lesson),
  constraint lesson_starts_pkey PRIMARY KEY (id)
);

create table lessons (
  id text not null,
  instructor text not null,
  learner text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  "durationMinutes" integer not null,
  pickup text not null default ''::text,
  "postalCode" text not null default ''::text,
  note text not null default ''::text,
  status text not null,
  "priceCents" integer not null,
  lines jsonb not null default '[]'::jsonb,
  "holdExpiresAt" timestamp with time zone,
  "requestExpiresAt" timestamp with time zone,
  "confirmedAt" timestamp with time zone,
  "policyVersion" integer not null default 1,
  "cancellationHours" integer not null default 24,
  "startCode" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  occupied tstzrange generated always as (tstzrange(start, "end", '[)'::text)) stored,
  sequence integer not null default 0,
  "contactsUntil" timestamp with time zone,
  "ownLearner" text not null default ''::text,
  _learner text generated always as (NULLIF(learner, ''::text)) stored,
  "_ownLearner" text generated always as (NULLIF("ownLearner", ''::text)) stored,
  _guest text not null default ''::text,
  series text not null default ''::text,
  "licenceClass" text not null default ''::text,
  constraint "lessons_durationMinutes" CHECK ((("durationMinutes" >= 5) AND ("durationMinutes" <= 2880))),
  constraint "lessons_licenceClass" CHECK (("licenceClass" = ANY (ARRAY[''::text, '3'::text, '3A'::text, '3C'::text, '3CA'::text, '4'::text, '4P'::text, '2B'::text, '2A'::text, '2'::text]))),
  constraint "lessons_ownLearner_fkey" FOREIGN KEY ("_ownLearner") REFERENCES own_learners(id) ON DELETE RESTRICT,
  constraint "lessons_priceCents" CHECK (("priceCents" >= 0)),
  constraint lessons_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint lessons_instructor_overlap EXCLUDE USING gist (instructor WITH =, occupied WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'disputed'::text, 'no_show_learner'::text, 'no_show_instructor'::text]))),
  constraint lessons_learner CHECK (((learner <> ''::text) OR ("ownLearner" <> ''::text) OR ((_guest <> ''::text) AND (status = ANY (ARRAY['held'::text, 'expired'::text, 'cancelled_by_learner'::text, 'cancelled_by_instructor'::text]))))),
  constraint lessons_learner_fkey FOREIGN KEY (_learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint lessons_learner_overlap EXCLUDE USING gist (learner WITH =, occupied WITH &&) WHERE (((learner <> ''::text) AND (status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'disputed'::text, 'no_show_learner'::text, 'no_show_instructor'::text])))),
  constraint lessons_length CHECK (("end" = (start + make_interval(mins => "durationMinutes")))),
  constraint lessons_order CHECK ((start < "end")),
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_status CHECK ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'expired'::text, 'declined'::text, 'cancelled_by_learner'::text, 'cancelled_by_instructor'::text, 'no_show_learner'::text, 'no_show_instructor'::text, 'disputed'::text])))
);

create table licence_roads (
  id text not null,
  "user" text not null,
  "enrolledOn" text not null default ''::text,
  "basicTheoryOn" text not null default ''::text,
  "basicTheoryExpiresOn" text not null default ''::text,
  "pdlExpiresOn" text not null default ''::text,
  "lessonsElsewhere" integer not null default 0,
  "finalTheoryOn" text not null default ''::text,
  "finalTheoryExpiresOn" text not null default ''::text,
  "simulatorOn" text not null default ''::text,
  "testCentre" text not null default ''::text,
  "testBookedOn" text not null default ''::text,
  "testOn" text not null default ''::text,
  "testPassedOn" text not null default ''::text,
  "licensedOn" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  "isAdult" boolean not null default false,
  "adultSaidAt" timestamp with time zone,
  "adultTermsVersion" integer not null default 0,
  constraint "licence_roads_lessonsElsewhere" CHECK ((("lessonsElsewhere" >= 0) AND ("lessonsElsewhere" <= 200))),
  constraint "licence_roads_testCentre" CHECK (("testCentre" = ANY (ARRAY[''::text, 'BBDC'::text, 'CDC'::text, 'SSDC'::text]))),
  constraint licence_roads_pkey PRIMARY KEY (id),
  constraint licence_roads_user UNIQUE ("user"),
  constraint licence_roads_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table messages (
  id text not null,
  conversation text not null,
  sender text not null,
  text text not null default ''::text,
  attachments jsonb not null default '[]'::jsonb,
  "contactsHidden" boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint messages_conversation_fkey FOREIGN KEY (conversation) REFERENCES conversations(id) ON DELETE CASCADE,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_sender_fkey FOREIGN KEY (sender) REFERENCES users(id) ON DELETE CASCADE
);

create table no_show_contests (
  id text not null,
  "noShow" text not null,
  text text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint "no_show_contests_noShow_fkey" FOREIGN KEY ("noShow") REFERENCES no_shows(id) ON DELETE RESTRICT,
  constraint no_show_contests_once UNIQUE ("noShow"),
  constraint no_show_contests_pkey PRIMARY KEY (id)
);

create table no_show_decisions (
  id text not null,
  contest text not null,
  missing text not null,
  reason text not null,
  "refundCents" integer not null default 0,
  "creditCents" integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint no_show_decisions_contest_fkey FOREIGN KEY (contest) REFERENCES no_show_contests(id) ON DELETE RESTRICT,
  constraint no_show_decisions_missing CHECK ((missing = ANY (ARRAY['learner'::text, 'instructor'::text]))),
  constraint no_show_decisions_once UNIQUE (contest),
  constraint no_show_decisions_pkey PRIMARY KEY (id)
);

create table no_shows (
  id text not null,
  lesson text not null,
  missing text not null,
  text text not null default ''::text,
  "refundCents" integer not null default 0,
  "feeCents" integer not null default 0,
  "creditCents" integer not null default 0,
  "contestBy" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  "_settleAt" timestamp with time zone,
  constraint "no_shows_creditCents" CHECK (("creditCents" >= 0)),
  constraint "no_shows_feeCents" CHECK (("feeCents" >= 0)),
  constraint "no_shows_refundCents" CHECK (("refundCents" >= 0)),
  constraint no_shows_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint no_shows_missing CHECK ((missing = ANY (ARRAY['learner'::text, 'instructor'::text]))),
  constraint no_shows_once UNIQUE (lesson),
  constraint no_shows_pkey PRIMARY KEY (id)
);

create table notification_preferences (
  id text not null,
  "user" text not null,
  email boolean not null default true,
  push boolean not null default false,
  sms boolean not null default false,
  sound boolean not null default false,
  account boolean not null default true,
  billing boolean not null default true,
  system boolean not null default true,
  marketing boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint notification_preferences_pkey PRIMARY KEY (id),
  constraint notification_preferences_user UNIQUE ("user"),
  constraint notification_preferences_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table notifications (
  id text not null,
  "user" text not null,
  title text not null default ''::text,
  message text not null default ''::text,
  type text not null,
  link text not null default ''::text,
  read boolean not null default false,
  _key text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint notifications_key UNIQUE (_key),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_type CHECK ((type = ANY (ARRAY['user'::text, 'payment'::text, 'system'::text, 'security'::text]))),
  constraint notifications_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table offered_days (
  instructor text not null,
  day date not null,
  minutes integer not null,
  booked integer not null default 0,
  constraint offered_days_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint offered_days_minutes_check CHECK ((minutes >= 0)),
  constraint offered_days_pkey PRIMARY KEY (day, instructor)
);

create table outside_calendar_times (
  calendar text not null,
  times text not null,
  constraint outside_calendar_times_calendar_fkey FOREIGN KEY (calendar) REFERENCES outside_calendars(id) ON DELETE CASCADE,
  constraint outside_calendar_times_pkey PRIMARY KEY (calendar)
);

create table outside_calendars (
  id text not null,
  instructor text not null,
  name text not null default ''::text,
  url text not null default ''::text,
  host text not null default ''::text,
  "readAt" timestamp with time zone,
  "triedAt" timestamp with time zone,
  "failingSince" timestamp with time zone,
  problem text not null default ''::text,
  "unreadEvents" integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _due timestamp with time zone not null default '-infinity'::timestamp with time zone,
  _failures integer not null default 0,
  _etag text not null default ''::text,
  _last_modified text not null default ''::text,
  _known_until timestamp with time zone,
  _seq bigint not null generated always as identity,
  questions jsonb not null default '[]'::jsonb,
  file text not null default ''::text,
  constraint outside_calendars_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint outside_calendars_pkey PRIMARY KEY (id)
);

create table outside_explained (
  place text not null,
  reference text not null,
  part text not null,
  currency text not null,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  reason text not null,
  "explainedBy" text not null,
  created timestamp with time zone not null,
  constraint outside_explained_part CHECK ((part = ANY (ARRAY['money'::text, 'fee'::text]))),
  constraint outside_explained_pkey PRIMARY KEY (place, reference, part, currency),
  constraint outside_explained_reason CHECK ((reason <> ''::text))
);

create table outside_moves (
  transaction text not null,
  place text not null,
  reference text not null,
  part text not null,
  cents bigint not null,
  created timestamp with time zone not null,
  constraint outside_moves_part CHECK ((part = ANY (ARRAY['money'::text, 'fee'::text]))),
  constraint outside_moves_pkey PRIMARY KEY (transaction)
);

create table outside_proofs (
  place text not null,
  day date not null,
  "comparedAt" timestamp with time zone not null,
  "readUntil" timestamp with time zone,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  "differenceCents" bigint not null,
  differing integer not null,
  "oldestSince" timestamp with time zone,
  differences jsonb not null,
  gaps jsonb not null default '[]'::jsonb,
  "notComparedSince" timestamp with time zone,
  constraint outside_proofs_pkey PRIMARY KEY (place, day)
);

create table own_learners (
  id text not null,
  instructor text not null,
  name text not null,
  phone text not null default ''::text,
  note text not null default ''::text,
  "user" text not null default ''::text,
  _user text generated always as (NULLIF("user", ''::text)) stored,
  "inviteCode" text not null default ''::text,
  "joinedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint own_learners__user_fkey FOREIGN KEY (_user) REFERENCES users(id) ON DELETE RESTRICT,
  constraint own_learners_code UNIQUE ("inviteCode"),
  constraint own_learners_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint own_learners_pkey PRIMARY KEY (id),
  constraint own_learners_user UNIQUE (instructor, _user)
);

create table own_payments (
  id text not null,
  "ownLearner" text not null,
  "amountCents" integer not null,
  method text not null,
  "paidOn" text not null,
  note text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint "own_payments_amountCents" CHECK ((("amountCents" >= 1) AND ("amountCents" <= 1000000))),
  constraint "own_payments_ownLearner_fkey" FOREIGN KEY ("ownLearner") REFERENCES own_learners(id) ON DELETE RESTRICT,
  constraint own_payments_method CHECK ((method = ANY (ARRAY['cash'::text, 'paynow'::text]))),
  constraint own_payments_pkey PRIMARY KEY (id)
);

create table package_offers (
  id text not null,
  instructor text not null,
  minutes integer not null,
  "discountPercent" integer not null default 0,
  active boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "package_offers_discountPercent" CHECK ((("discountPercent" >= 0) AND ("discountPercent" <= 50))),
  constraint package_offers_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint package_offers_minutes CHECK ((minutes = ANY (ARRAY[300, 600]))),
  constraint package_offers_once UNIQUE (instructor, minutes),
  constraint package_offers_pkey PRIMARY KEY (id)
);

create table package_purchases (
  id text not null,
  learner text not null,
  instructor text not null,
  minutes integer not null,
  "priceCents" integer not null,
  "hourlyCents" integer not null,
  "discountPercent" integer not null,
  "minutesLeft" integer not null,
  "expiresOn" text not null,
  status text not null,
  "policyVersion" integer not null,
  "boughtAt" timestamp with time zone,
  "_endsAt" timestamp with time zone not null,
  "_dueAt" timestamp with time zone not null,
  "_remindedDays" integer,
  "_slotSeenAt" timestamp with time zone,
  "_slotCheckAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  "_keptCents" integer not null default 0,
  "_keptFeeCents" integer not null default 0,
  constraint "package_purchases_minutesLeft" CHECK ((("minutesLeft" >= 0) AND ("minutesLeft" <= minutes))),
  constraint "package_purchases_priceCents" CHECK (("priceCents" > 0)),
  constraint package_purchases_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint package_purchases_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint package_purchases_minutes CHECK ((minutes = ANY (ARRAY[300, 600]))),
  constraint package_purchases_pkey PRIMARY KEY (id),
  constraint package_purchases_status CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'used'::text, 'refunded'::text, 'expired'::text])))
);

create table package_refunds (
  id text not null,
  "packagePurchase" text not null,
  reason text not null,
  "refundCents" integer not null,
  "keptCents" integer not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint "package_refunds_keptCents" CHECK (("keptCents" >= 0)),
  constraint "package_refunds_packagePurchase_fkey" FOREIGN KEY ("packagePurchase") REFERENCES package_purchases(id) ON DELETE RESTRICT,
  constraint "package_refunds_refundCents" CHECK (("refundCents" >= 0)),
  constraint package_refunds_once UNIQUE ("packagePurchase"),
  constraint package_refunds_pkey PRIMARY KEY (id),
  constraint package_refunds_reason CHECK ((reason = ANY (ARRAY['asked'::text, 'no_slots'::text, 'instructor_ends'::text, 'expired'::text, 'safety'::text, 'handed_over'::text])))
);

create table passkeys (
  id text not null,
  "user" text not null,
  name text not null default ''::text,
  "lastUsed" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _credential text,
  _key bytea,
  _counter bigint not null default 0,
  _transports text[] not null default '{}'::text[],
  constraint passkeys_credential UNIQUE (_credential),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table payables (
  entry bigint not null,
  instructor text not null,
  lesson text not null default ''::text,
  "amountCents" bigint not null,
  "payableFrom" timestamp with time zone not null,
  payout text not null default ''::text,
  constraint payables_entry_fkey FOREIGN KEY (entry) REFERENCES ledger_entries(id),
  constraint payables_pkey PRIMARY KEY (entry)
);

create table payees (
  instructor text not null,
  provider text not null,
  account text not null,
  "isReady" boolean not null default false,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  constraint payees_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint payees_pkey PRIMARY KEY (instructor, provider)
);

create table payments (
  id text not null,
  learner text not null,
  lesson text not null default ''::text,
  method text not null,
  status text not null,
  "amountCents" integer not null,
  "refundedCents" integer not null default 0,
  provider text not null default ''::text,
  "providerReference" text not null default ''::text,
  "qrPayload" text not null default ''::text,
  "failureCode" text not null default ''::text,
  "expiresAt" timestamp with time zone,
  "succeededAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  "packagePurchase" text not null default ''::text,
  _lesson text generated always as (NULLIF(lesson, ''::text)) stored,
  "drawnFrom" text not null default ''::text,
  "drawnMinutes" integer not null default 0,
  "clientSecret" text not null default ''::text,
  "_receiptNumber" integer,
  "billReference" text not null default ''::text,
  "declaredAt" timestamp with time zone,
  "lessonSeries" text not null default ''::text,
  "chargedWith" text not null default ''::text,
  "chargedCents" integer not null default 0,
  "cardLast4" text not null default ''::text,
  constraint "payments_amountCents" CHECK (("amountCents" >= 0)),
  constraint "payments_cardLast4" CHECK (("cardLast4" ~ '^(\d{4})?$'::text)),
  constraint "payments_chargedCents" CHECK (("chargedCents" >= 0)),
  constraint "payments_chargedWith" CHECK ((("chargedWith" = ''::text) OR ("chargedCents" = 0))),
  constraint "payments_receiptNumber" UNIQUE ("_receiptNumber"),
  constraint payments_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint payments_lesson CHECK (((lesson <> ''::text) <> ("packagePurchase" <> ''::text))),
  constraint payments_lesson_fkey FOREIGN KEY (_lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint payments_method CHECK ((method = ANY (ARRAY['card'::text, 'paynow'::text, 'credit'::text, 'cash'::text]))),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_status CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'refunded'::text, 'part_refunded'::text])))
);

create table payouts (
  id text not null,
  instructor text not null,
  "amountCents" integer not null,
  status text not null,
  date text not null,
  provider text not null default ''::text,
  "providerReference" text not null default ''::text,
  "failureCode" text not null default ''::text,
  attempts integer not null default 0,
  "dueAt" timestamp with time zone,
  "sentAt" timestamp with time zone,
  "paidAt" timestamp with time zone,
  "returnedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  _round integer not null default 0,
  "_reversedCents" integer not null default 0,
  "_isUntold" boolean not null default false,
  constraint "payouts_amountCents" CHECK (("amountCents" > 0)),
  constraint "payouts_reversedCents" CHECK ((("_reversedCents" >= 0) AND ("_reversedCents" <= "amountCents"))),
  constraint payouts_date UNIQUE (instructor, date),
  constraint payouts_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_status CHECK ((status = ANY (ARRAY['planned'::text, 'sent'::text, 'paid'::text, 'failed'::text])))
);

create table phone_codes (
  "user" text not null,
  number text not null,
  hash text not null,
  tries integer not null default 0,
  created timestamp with time zone not null,
  constraint phone_codes_pkey PRIMARY KEY ("user"),
  constraint phone_codes_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table pickup_advice (
  id text not null,
  area text not null,
  kind text not null,
  text text not null,
  weekdays jsonb not null default '[]'::jsonb,
  "startMinute" integer not null default 0,
  "endMinute" integer not null default 1440,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "pickup_advice_endMinute" CHECK ((("endMinute" >= 1) AND ("endMinute" <= 1440))),
  constraint "pickup_advice_startMinute" CHECK ((("startMinute" >= 0) AND ("startMinute" <= 1439))),
  constraint pickup_advice_hours CHECK (("endMinute" > "startMinute")),
  constraint pickup_advice_kind CHECK ((kind = ANY (ARRAY['meet'::text, 'avoid'::text]))),
  constraint pickup_advice_pkey PRIMARY KEY (id)
);

create table police_checks (
  id text not null,
  instructor text not null,
  "listedOn" text not null,
  outcome text not null,
  "listedName" text not null default ''::text,
  note text not null default ''::text,
  checker text not null default ''::text,
  "checkerName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint police_checks_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint police_checks_outcome CHECK ((outcome = ANY (ARRAY['found'::text, 'missing'::text, 'name_differs'::text, 'expired'::text]))),
  constraint police_checks_pkey PRIMARY KEY (id)
);

create table policies (
  version integer not null,
  "effectiveFrom" timestamp with time zone not null,
  id text not null,
  "values" jsonb not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "policies_effectiveFrom" UNIQUE ("effectiveFrom"),
  constraint policies_from_one CHECK ((version >= 1)),
  constraint policies_pkey PRIMARY KEY (id),
  constraint policies_values CHECK ((jsonb_typeof("values") = 'object'::text)),
  constraint policies_version UNIQUE (version)
);

create table provider_cases (
  id text not null,
  kind text not null,
  reason text not null,
  reference text not null,
  payment text,
  payout text,
  "amountCents" bigint not null,
  currency text not null,
  status text not null,
  note text not null default ''::text,
  "settledBy" text not null default ''::text,
  "settledAt" timestamp with time zone,
  "dueAt" timestamp with time zone not null,
  created timestamp with time zone not null,
  constraint "provider_cases_settledAt" CHECK (((status = 'settled'::text) = ("settledAt" IS NOT NULL))),
  constraint provider_cases_kind CHECK ((kind = ANY (ARRAY['refund'::text, 'dispute'::text, 'intent'::text, 'reversal'::text, 'event'::text]))),
  constraint provider_cases_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint provider_cases_payout_fkey FOREIGN KEY (payout) REFERENCES payouts(id) ON DELETE RESTRICT,
  constraint provider_cases_pkey PRIMARY KEY (id),
  constraint provider_cases_status CHECK ((status = ANY (ARRAY['open'::text, 'settled'::text])))
);

create table provider_charges (
  id text not null,
  description text not null,
  "amountCents" integer not null,
  "chargedAt" timestamp with time zone not null,
  created timestamp with time zone not null,
  constraint provider_charges_pkey PRIMARY KEY (id)
);

create table provider_events (
  id text not null,
  type text not null,
  created timestamp with time zone not null,
  taken timestamp with time zone not null,
  constraint provider_events_pkey PRIMARY KEY (id)
);

create table provider_fees (
  id text not null,
  payment text not null,
  refund text,
  status text not null,
  "amountCents" integer not null default 0,
  "refusalCode" text not null default ''::text,
  said text not null default ''::text,
  attempts integer not null default 0,
  "dueAt" timestamp with time zone not null,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  "askedAgainAt" timestamp with time zone,
  "leftBy" text not null default ''::text,
  "leftAt" timestamp with time zone,
  reference text not null default ''::text,
  constraint "provider_fees_amountCents" CHECK (("amountCents" >= 0)),
  constraint provider_fees_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint provider_fees_pkey PRIMARY KEY (id),
  constraint provider_fees_refund_fkey FOREIGN KEY (refund) REFERENCES refunds(id) ON DELETE RESTRICT,
  constraint provider_fees_status CHECK ((status = ANY (ARRAY['due'::text, 'booked'::text, 'refused'::text, 'left'::text])))
);

create table provider_moves (
  id text not null,
  place text not null,
  reference text not null,
  kind text not null,
  cents bigint not null,
  "feeCents" bigint not null,
  currency text not null,
  "isApart" boolean not null,
  "movedAt" timestamp with time zone not null,
  created timestamp with time zone not null,
  constraint provider_moves_pkey PRIMARY KEY (id)
);

create table provider_reads (
  place text not null,
  "readUntil" timestamp with time zone not null,
  constraint provider_reads_pkey PRIMARY KEY (place)
);

create table provider_refunds (
  id text not null,
  payment text not null,
  "amountCents" integer not null,
  "excessCents" integer not null default 0,
  status text not null,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  constraint "provider_refunds_amountCents" CHECK (("amountCents" > 0)),
  constraint "provider_refunds_excessCents" CHECK ((("excessCents" >= 0) AND ("excessCents" <= "amountCents"))),
  constraint provider_refunds_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint provider_refunds_pkey PRIMARY KEY (id),
  constraint provider_refunds_status CHECK ((status = ANY (ARRAY['sent'::text, 'paid'::text, 'failed'::text])))
);

create table push_subscriptions (
  id text not null,
  "user" text not null,
  endpoint text not null,
  p256dh text not null default ''::text,
  auth text not null default ''::text,
  device text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _session text not null default ''::text,
  constraint push_subscriptions_endpoint UNIQUE (endpoint),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table recovery_codes (
  "user" text not null,
  hash text not null,
  created timestamp with time zone not null,
  constraint recovery_codes_pkey PRIMARY KEY ("user", hash),
  constraint recovery_codes_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table refunds (
  id text not null,
  payment text not null,
  learner text not null,
  "amountCents" integer not null,
  status text not null,
  "providerReference" text not null default ''::text,
  "failureCode" text not null default ''::text,
  attempts integer not null default 0,
  "dueAt" timestamp with time zone,
  "sentAt" timestamp with time zone,
  "paidAt" timestamp with time zone,
  _cause text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _payee jsonb,
  "_borneCents" integer not null default 0,
  "_coveredCents" integer not null default 0,
  "_failedReferences" text[] not null default '{}'::text[],
  "_isUntold" boolean not null default false,
  constraint "refunds_amountCents" CHECK (("amountCents" > 0)),
  constraint "refunds_borneCents" CHECK ((("_coveredCents" >= 0) AND ("_coveredCents" <= "_borneCents") AND ("_borneCents" <= "amountCents"))),
  constraint refunds_cause UNIQUE (_cause),
  constraint refunds_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint refunds_payment_fkey FOREIGN KEY (payment) REFERENCES payments(id) ON DELETE RESTRICT,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_status CHECK ((status = ANY (ARRAY['due'::text, 'sent'::text, 'paid'::text, 'failed'::text])))
);

create table reliability_pardons (
  id text not null,
  instructor text not null,
  reason text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint reliability_pardons_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint reliability_pardons_pkey PRIMARY KEY (id)
);

create table report_schedules (
  id text not null,
  name text not null,
  type text not null,
  format text not null default 'csv'::text,
  every text not null,
  paused boolean not null default false,
  "dueAt" timestamp with time zone not null,
  author text not null default ''::text,
  "authorName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint report_schedules_every CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint report_schedules_format CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text]))),
  constraint report_schedules_pkey PRIMARY KEY (id),
  constraint report_schedules_type CHECK ((type = ANY (ARRAY['analytics'::text, 'financial'::text, 'performance'::text, 'security'::text])))
);

create table reports (
  id text not null,
  name text not null,
  type text not null,
  "from" text not null,
  "to" text not null,
  status text not null default 'processing'::text,
  size bigint not null default 0,
  file text not null default ''::text,
  problem text not null default ''::text,
  author text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  format text not null default 'csv'::text,
  schedule text not null default ''::text,
  _names text[] not null default '{}'::text[],
  constraint reports_format CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text]))),
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_status CHECK ((status = ANY (ARRAY['ready'::text, 'processing'::text, 'failed'::text]))),
  constraint reports_type CHECK ((type = ANY (ARRAY['analytics'::text, 'financial'::text, 'performance'::text, 'security'::text])))
);

create table reschedules (
  id text not null,
  lesson text not null,
  start timestamp with time zone not null,
  "fromStart" timestamp with time zone not null,
  side text not null,
  reason text not null default ''::text,
  status text not null,
  "answerBy" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint reschedules_answer CHECK (((status <> 'proposed'::text) OR ("answerBy" IS NOT NULL))),
  constraint reschedules_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint reschedules_pkey PRIMARY KEY (id),
  constraint reschedules_side CHECK ((side = ANY (ARRAY['learner'::text, 'instructor'::text, 'admin'::text]))),
  constraint reschedules_status CHECK ((status = ANY (ARRAY['done'::text, 'proposed'::text, 'accepted'::text, 'refused'::text, 'lapsed'::text, 'withdrawn'::text])))
);

create table review_decisions (
  id text not null,
  review text not null,
  outcome text not null,
  reason text not null,
  moderator text not null default ''::text,
  "moderatorName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint review_decisions_outcome CHECK ((outcome = ANY (ARRAY['kept'::text, 'removed'::text]))),
  constraint review_decisions_pkey PRIMARY KEY (id),
  constraint review_decisions_review_fkey FOREIGN KEY (review) REFERENCES reviews(id) ON DELETE CASCADE
);

create table review_replies (
  id text not null,
  review text not null,
  author text not null,
  text text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint review_replies_author_fkey FOREIGN KEY (author) REFERENCES users(id) ON DELETE RESTRICT,
  constraint review_replies_pkey PRIMARY KEY (id),
  constraint review_replies_review UNIQUE (review),
  constraint review_replies_review_fkey FOREIGN KEY (review) REFERENCES reviews(id) ON DELETE CASCADE
);

create table review_reports (
  id text not null,
  review text not null,
  reporter text not null,
  reason text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint review_reports_pkey PRIMARY KEY (id),
  constraint review_reports_reporter_fkey FOREIGN KEY (reporter) REFERENCES users(id) ON DELETE CASCADE,
  constraint review_reports_review UNIQUE (review, reporter),
  constraint review_reports_review_fkey FOREIGN KEY (review) REFERENCES reviews(id) ON DELETE CASCADE
);

create table reviews (
  id text not null,
  lesson text not null,
  instructor text not null,
  author text not null,
  side text not null,
  rating integer not null,
  text text not null default ''::text,
  tags jsonb not null default '[]'::jsonb,
  "authorName" text not null default ''::text,
  "publishedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  _publish_by timestamp with time zone,
  "removedAt" timestamp with time zone,
  constraint reviews_author_fkey FOREIGN KEY (author) REFERENCES users(id) ON DELETE RESTRICT,
  constraint reviews_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint reviews_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint reviews_once UNIQUE (lesson, side),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_rating CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_side CHECK ((side = ANY (ARRAY['learner'::text, 'instructor'::text])))
);

create table role_terms (
  id bigint not null generated always as identity,
  "user" text not null,
  role text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint role_terms_order CHECK (((until IS NULL) OR (until >= since))),
  constraint role_terms_pkey PRIMARY KEY (id)
);

create table saved_answers (
  id text not null,
  title text not null,
  text text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint saved_answers_pkey PRIMARY KEY (id)
);

create table saved_instructors (
  id text not null,
  "user" text not null,
  instructor text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint saved_instructors_instructor UNIQUE ("user", instructor),
  constraint saved_instructors_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint saved_instructors_pkey PRIMARY KEY (id),
  constraint saved_instructors_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table search_epochs (
  cause text not null,
  xid xid8 not null,
  constraint search_epochs_pkey PRIMARY KEY (cause)
);

create table search_months (
  month date not null,
  area text not null,
  "fromHour" smallint not null,
  "toHour" smallint not null,
  searches integer not null,
  empty integer not null,
  constraint search_months_pkey PRIMARY KEY (month, area, "fromHour", "toHour")
);

create table search_sums (
  day date not null,
  area text not null,
  "fromHour" smallint not null,
  "toHour" smallint not null,
  searches integer not null,
  empty integer not null,
  constraint "search_sums_fromHour_check" CHECK ((("fromHour" >= 0) AND ("fromHour" <= 23))),
  constraint "search_sums_toHour_check" CHECK ((("toHour" >= 1) AND ("toHour" <= 24))),
  constraint search_sums_pkey PRIMARY KEY (day, area, "fromHour", "toHour")
);

create table sent_by_hand (
  compared_reference text not null,
  of_what text not null,
  record text not null,
  "amountCents" integer not null,
  reference text not null,
  created timestamp with time zone not null,
  "cameBackAs" text not null default ''::text,
  constraint "sent_by_hand_amountCents" CHECK (("amountCents" > 0)),
  constraint sent_by_hand_of_what CHECK ((of_what = ANY (ARRAY['payouts'::text, 'refunds'::text, 'bank_lines'::text]))),
  constraint sent_by_hand_pkey PRIMARY KEY (compared_reference)
);

create table settlements (
  lesson text not null,
  instructor text not null,
  learner text not null,
  gives jsonb not null,
  entries jsonb not null,
  "paidCents" integer not null,
  "refundCents" integer not null,
  "keptCents" integer not null,
  "feeCents" integer not null,
  "instructorCents" integer not null,
  "paidMinutes" integer not null,
  "payableFrom" timestamp with time zone not null,
  times integer not null default 1,
  created timestamp with time zone not null,
  updated timestamp with time zone not null,
  _seq bigint not null generated always as identity,
  "giftFeeCents" integer not null default 0,
  constraint "settlements_giftFeeCents" CHECK ((("giftFeeCents" >= 0) AND ("giftFeeCents" <= "feeCents"))),
  constraint settlements_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint settlements_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint settlements_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint settlements_pkey PRIMARY KEY (lesson)
);

create table stale_sums (
  learner text,
  instructor text,
  day date,
  account text
);

create table student_notes (
  id text not null,
  instructor text not null,
  learner text not null,
  text text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint student_notes_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint student_notes_learner UNIQUE (instructor, learner),
  constraint student_notes_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE CASCADE,
  constraint student_notes_pkey PRIMARY KEY (id)
);

create table sums_counted_by (
  definition text not null
);

create table support_joins (
  id text not null,
  request text not null,
  kind text not null,
  record text not null,
  label text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint support_joins_kind CHECK ((kind = ANY (ARRAY['lesson'::text, 'payment'::text, 'person'::text]))),
  constraint support_joins_pkey PRIMARY KEY (id),
  constraint support_joins_record UNIQUE (request, kind, record),
  constraint support_joins_request_fkey FOREIGN KEY (request) REFERENCES support_requests(id) ON DELETE CASCADE
);

create table support_messages (
  id text not null,
  request text not null,
  sender text not null,
  "fromSupport" boolean not null default false,
  text text not null default ''::text,
  attachments jsonb not null default '[]'::jsonb,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  "senderName" text not null default ''::text,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_request_fkey FOREIGN KEY (request) REFERENCES support_requests(id) ON DELETE CASCADE,
  constraint support_messages_sender_fkey FOREIGN KEY (sender) REFERENCES users(id) ON DELETE CASCADE
);

create table support_requests (
  id text not null,
  "user" text not null,
  category text not null,
  subject text not null default ''::text,
  status text not null,
  "answerBy" timestamp with time zone,
  "lastText" text not null default ''::text,
  "lastMessageAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint support_requests_category CHECK ((category = ANY (ARRAY['account'::text, 'booking'::text, 'payment'::text, 'lesson'::text, 'safety'::text, 'other'::text]))),
  constraint support_requests_pkey PRIMARY KEY (id),
  constraint support_requests_status CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))),
  constraint support_requests_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table terms_acceptances (
  id bigint not null generated always as identity,
  "user" text not null,
  version integer not null,
  accepted timestamp with time zone not null,
  how text not null,
  constraint terms_acceptances_how CHECK ((how = ANY (ARRAY['registration'::text, 'asked'::text, 'booking'::text]))),
  constraint terms_acceptances_once UNIQUE ("user", version),
  constraint terms_acceptances_pkey PRIMARY KEY (id),
  constraint terms_acceptances_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table test_fees (
  id text not null,
  kind text not null,
  cents integer not null,
  "effectiveFrom" text not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "test_fees_effectiveFrom" UNIQUE (kind, "effectiveFrom"),
  constraint test_fees_cents CHECK ((cents >= 0)),
  constraint test_fees_kind CHECK ((kind = ANY (ARRAY['basic_theory'::text, 'provisional_licence'::text, 'final_theory'::text, 'simulator'::text, 'practical_test'::text, 'licence'::text]))),
  constraint test_fees_pkey PRIMARY KEY (id)
);

create table time_off (
  id text not null,
  instructor text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint time_off_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint time_off_order CHECK ((start < "end")),
  constraint time_off_pkey PRIMARY KEY (id)
);

create table totp_devices (
  id text not null,
  "user" text not null,
  name text not null default ''::text,
  "lastUsed" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _secret text not null default ''::text,
  _digest text,
  _step bigint not null default 0,
  constraint totp_devices_digest UNIQUE (_digest),
  constraint totp_devices_pkey PRIMARY KEY (id),
  constraint totp_devices_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
  password text not null default ''::text,
  "tokenKey" text not null,
  email text not null default ''::text,
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  name text not null default ''::text,
  "firstName" text not null default ''::text,
  "lastName" text not null default ''::text,
  avatar text not null default ''::text,
  phone text not null default ''::text,
  location text not null default ''::text,
  bio text not null default ''::text,
  role text not null default 'user'::text,
  language text not null default ''::text,
  timezone text not null default ''::text,
  "twoFactor" boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  _closed timestamp with time zone,
  suspended boolean not null default false,
  _rights_from timestamp with time zone,
  "_registeredBy" text default ''::text,
  "phoneProved" timestamp with time zone,
  "_moneyPhone" text not null default ''::text,
  "_cleanedAt" timestamp with time zone,
  "_agreedTerms" integer not null default 0,
  constraint "users_tokenKey" UNIQUE ("tokenKey"),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role CHECK ((role = ANY (ARRAY['user'::text, 'premium'::text, 'moderator'::text, 'finance'::text, 'admin'::text])))
);

create table verification_confirmations (
  id text not null,
  verification text not null,
  checker text not null default ''::text,
  "checkerName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint verification_confirmations_pkey PRIMARY KEY (id),
  constraint verification_confirmations_verification UNIQUE (verification),
  constraint verification_confirmations_verification_fkey FOREIGN KEY (verification) REFERENCES verifications(id) ON DELETE CASCADE
);

create table verifications (
  id text not null,
  instructor text not null,
  outcome text not null,
  checks jsonb,
  reasons jsonb,
  status text not null default 'done'::text,
  checker text not null default ''::text,
  "checkerName" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint verifications_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint verifications_outcome CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'suspended'::text, 'restored'::text]))),
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_status CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'withdrawn'::text])))
);

create table waitlist_entries (
  id text not null,
  learner text not null,
  "licenceClass" text not null,
  areas jsonb not null default '[]'::jsonb,
  windows jsonb not null default '[]'::jsonb,
  before text not null default ''::text,
  instructor text not null default ''::text,
  _instructor text generated always as (NULLIF(instructor, ''::text)) stored,
  status text not null default 'open'::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  paused boolean not null default false,
  constraint waitlist_entries_instructor_fkey FOREIGN KEY (_instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint waitlist_entries_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE CASCADE,
  constraint waitlist_entries_pkey PRIMARY KEY (id),
  constraint waitlist_entries_status CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'over'::text])))
);

create table waitlist_offers (
  id text not null,
  entry text not null,
  learner text not null,
  instructor text not null,
  start timestamp with time zone not null,
  "durationMinutes" integer not null,
  "expiresAt" timestamp with time zone not null,
  status text not null,
  lesson text not null default ''::text,
  _freed bigint not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint waitlist_offers__freed_fkey FOREIGN KEY (_freed) REFERENCES freed_times(id) ON DELETE CASCADE,
  constraint waitlist_offers_entry_fkey FOREIGN KEY (entry) REFERENCES waitlist_entries(id) ON DELETE CASCADE,
  constraint waitlist_offers_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint waitlist_offers_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE CASCADE,
  constraint waitlist_offers_once UNIQUE (_freed, entry),
  constraint waitlist_offers_pkey PRIMARY KEY (id),
  constraint waitlist_offers_status CHECK ((status = ANY (ARRAY['open'::text, 'taken'::text, 'lapsed'::text, 'declined'::text])))
);

create table waivers (
  id text not null,
  lesson text not null,
  reason text not null default ''::text,
  "refundCents" integer not null default 0,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint waivers_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint waivers_once UNIQUE (lesson),
  constraint waivers_pkey PRIMARY KEY (id)
);

CREATE INDEX _asked_places_until ON public._asked_places USING btree (until);
CREATE INDEX _attempts_until ON public._attempts USING btree (until);
CREATE UNIQUE INDEX _collections_name ON public._collections USING btree (lower(name));
CREATE INDEX _deliveries_due ON public._deliveries USING btree (due) WHERE (status = 'waiting'::text);
CREATE INDEX _deliveries_queued ON public._deliveries USING btree (id) WHERE (status = 'queued'::text);
CREATE INDEX _hold_networks_network ON public._hold_networks USING btree (network, until);
CREATE INDEX _hold_networks_until ON public._hold_networks USING btree (until);
CREATE INDEX _logs_created ON public._logs USING btree (created, _seq);
CREATE INDEX _mails_to ON public._mails USING btree ("to", id DESC);
CREATE INDEX _mails_undelivered ON public._mails USING btree (id DESC) WHERE (status = 'failed'::text);
CREATE INDEX _mfas_record ON public._mfas USING btree ("collectionRef", "recordRef");
CREATE INDEX _otps_record ON public._otps USING btree ("collectionRef", "recordRef");
CREATE INDEX _passkey_challenges_expires ON public._passkey_challenges USING btree (expires);
CREATE INDEX _revocations_xid ON public._revocations USING btree (xid);
CREATE INDEX _sessions_expires ON public._sessions USING btree (expires);
CREATE INDEX _sessions_record ON public._sessions USING btree ("collectionRef", "recordRef", "lastUsed" DESC);
CREATE UNIQUE INDEX _superusers_email ON public._superusers USING btree (email) WHERE (email <> ''::text);
CREATE INDEX account_changes_created ON public.account_changes USING btree (created);
CREATE INDEX account_changes_due ON public.account_changes USING btree ("takesEffectAt") WHERE ((status = 'waiting'::text) AND ("takesEffectAt" IS NOT NULL));
CREATE INDEX account_changes_expires ON public.account_changes USING btree (expires) WHERE (status = 'waiting'::text);
CREATE INDEX account_changes_locked ON public.account_changes USING btree ("lockedUntil") WHERE ((status = 'waiting'::text) AND _locked);
CREATE INDEX account_changes_lockers ON public.account_changes USING btree (starter, created) WHERE ("lockedUntil" IS NOT NULL);
CREATE INDEX account_changes_user ON public.account_changes USING btree ("user", created);
CREATE UNIQUE INDEX account_changes_waiting ON public.account_changes USING btree ("user", field) WHERE (status = 'waiting'::text);
CREATE INDEX account_seen_at ON public.account_seen USING btree (at DESC NULLS LAST, account);
CREATE INDEX account_seen_standing ON public.account_seen USING btree (standing, recent);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor, id DESC);
CREATE INDEX audit_entries_looked ON public.audit_entries USING gin (((after -> 'records'::text))) WHERE ((action = 'view'::text) AND (record = ''::text));
CREATE INDEX audit_entries_looks ON public.audit_entries USING btree (actor, collection, record, created) WHERE (action = 'view'::text);
CREATE INDEX audit_entries_newest ON public.audit_entries USING btree (sequence DESC NULLS LAST);
CREATE INDEX audit_entries_record ON public.audit_entries USING btree (record, id DESC);
CREATE INDEX audit_entries_words ON public.audit_entries USING gin (to_tsvector('simple'::regconfig, (((((((((((((("actorName" || ' '::text) || actor) || ' '::text) || action) || ' '::text) || collection) || ' '::text) || record) || ' '::text) || "recordName") || ' '::text) || (changes)::text) || ' '::text) || COALESCE((before)::text, ''::text))));
CREATE INDEX availability_rules_instructor ON public.availability_rules USING btree (instructor);
CREATE INDEX bank_debits_day ON public.bank_debits USING btree (date, "amountCents");
CREATE UNIQUE INDEX bank_debits_line ON public.bank_debits USING btree (line) WHERE (status = 'recalled'::text);
CREATE UNIQUE INDEX bank_debits_sent ON public.bank_debits USING btree (sent) WHERE (status = 'sent'::text);
CREATE INDEX bank_debits_waiting ON public.bank_debits USING btree (status, date) WHERE (status = ANY (ARRAY['unknown'::text, 'open'::text]));
CREATE INDEX bank_lines_status_date ON public.bank_lines USING btree (status, date);
CREATE INDEX broadcast_recipients_user ON public.broadcast_recipients USING btree ("user");
CREATE INDEX broadcast_recipients_waiting ON public.broadcast_recipients USING btree (broadcast, "user") WHERE (NOT told);
CREATE INDEX broadcasts_created ON public.broadcasts USING btree (created DESC, id);
CREATE INDEX busy_times_instructor ON public.busy_times USING btree (instructor, "end");
CREATE INDEX cancellations_created ON public.cancellations USING btree (created DESC, id) INCLUDE ("cancelledBy", "isLate", excuse);
CREATE INDEX cancellations_mercy ON public.cancellations USING btree (created) WHERE "usesMercyPass";
CREATE INDEX card_customers_ended ON public.card_customers USING btree ("endedAt") WHERE ("endedAt" IS NOT NULL);
CREATE UNIQUE INDEX card_customers_user ON public.card_customers USING btree ("user", provider) WHERE ("endedAt" IS NULL);
CREATE INDEX case_visits_user ON public.case_visits USING btree ("user");
CREATE INDEX chargebacks_payment ON public.chargebacks USING btree (payment);
CREATE INDEX chargebacks_untold ON public.chargebacks USING btree (id) WHERE ((NOT "_isTold") AND ("coveredCents" > 0));
CREATE INDEX claim_statements_author ON public.claim_statements USING btree (author);
CREATE INDEX claim_statements_claim ON public.claim_statements USING btree (claim, created);
CREATE INDEX claims_instructor ON public.claims USING btree (instructor);
CREATE INDEX claims_learner ON public.claims USING btree (learner);
CREATE INDEX claims_lesson ON public.claims USING btree (lesson);
CREATE UNIQUE INDEX claims_one_open ON public.claims USING btree (lesson) WHERE (status = ANY (ARRAY['open'::text, 'talking'::text, 'deciding'::text]));
CREATE INDEX claims_waiting ON public.claims USING btree (status, "talkUntil", "evidenceUntil") WHERE (status = ANY (ARRAY['talking'::text, 'open'::text]));
CREATE INDEX conversations_instructor ON public.conversations USING btree (instructor, "lastMessageAt" DESC);
CREATE INDEX conversations_learner ON public.conversations USING btree (learner, "lastMessageAt" DESC);
CREATE INDEX fee_months_month ON public.fee_months USING btree (month);
CREATE INDEX freed_times_due ON public.freed_times USING btree ("nextRoundAt", id) WHERE ("nextRoundAt" IS NOT NULL);
CREATE INDEX freed_times_end ON public.freed_times USING btree ("end");
CREATE INDEX freed_times_noted ON public.freed_times USING btree (instructor, "notedAt");
CREATE INDEX "hand_overs_fromInstructor" ON public.hand_overs USING btree ("fromInstructor");
CREATE INDEX hand_overs_learner ON public.hand_overs USING btree (learner);
CREATE UNIQUE INDEX hand_overs_one_waiting ON public.hand_overs USING btree (learner, "fromInstructor", "askedBy") WHERE (status = 'waiting'::text);
CREATE INDEX "hand_overs_toInstructor" ON public.hand_overs USING btree ("toInstructor", status);
CREATE INDEX impersonations_actor ON public.impersonations USING btree (actor) WHERE (ended IS NULL);
CREATE INDEX impersonations_open ON public.impersonations USING btree (until) WHERE (ended IS NULL);
CREATE INDEX impersonations_user ON public.impersonations USING btree ("user");
CREATE INDEX instructor_calendars_xid ON public.instructor_calendars USING btree (xid);
CREATE INDEX instructor_changes_instructor ON public.instructor_changes USING btree (instructor, created);
CREATE INDEX instructor_changes_waiting ON public.instructor_changes USING btree (created) WHERE (status = 'waiting'::text);
CREATE INDEX instructor_documents_instructor ON public.instructor_documents USING btree (instructor);
CREATE INDEX instructor_documents_pending ON public.instructor_documents USING btree (instructor) WHERE (status = 'pending'::text);
CREATE INDEX instructor_submissions_instructor ON public.instructor_submissions USING btree (instructor, created);
CREATE INDEX instructor_years_instructor ON public.instructor_years USING btree (instructor);
CREATE INDEX instructors_compared ON public.instructors USING btree ("_comparedOn" NULLS FIRST, lower(name), id) INCLUDE ("_isUnlisted") WHERE (status = ANY (ARRAY['listed'::text, 'paused'::text]));
CREATE INDEX instructors_expiry ON public.instructors USING btree ("licenceExpiresOn") WHERE (status = ANY (ARRAY['listed'::text, 'paused'::text]));
CREATE INDEX instructors_status ON public.instructors USING btree (status);
CREATE UNIQUE INDEX instructors_user ON public.instructors USING btree ("user");
CREATE INDEX instructors_words ON public.instructors USING gin (name gin_trgm_ops);
CREATE INDEX learner_firsts_start ON public.learner_firsts USING btree (start) INCLUDE (joined);
CREATE INDEX learner_firsts_waits ON public.learner_firsts USING btree ("waitedDays", start);
CREATE INDEX learner_years_learner ON public.learner_years USING btree (learner);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account, id);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction);
CREATE INDEX ledger_transactions_created ON public.ledger_transactions USING btree (created, id);
CREATE INDEX ledger_transactions_lesson ON public.ledger_transactions USING btree (lesson);
CREATE INDEX ledger_unsealed_order ON public.ledger_unsealed USING btree (_seq);
CREATE INDEX lessons_closing ON public.lessons USING btree ("end", id) WHERE (status = ANY (ARRAY['confirmed'::text, 'in_progress'::text, 'completed'::text]));
CREATE INDEX lessons_created ON public.lessons USING btree (created DESC NULLS LAST, id COLLATE "C" DESC);
CREATE INDEX lessons_guest ON public.lessons USING btree (_guest) WHERE (_guest <> ''::text);
CREATE INDEX lessons_guest_open ON public.lessons USING btree ("holdExpiresAt") WHERE ((_guest <> ''::text) AND (learner = ''::text) AND (status = 'held'::text));
CREATE INDEX lessons_hold ON public.lessons USING btree ("holdExpiresAt") WHERE (status = 'held'::text);
CREATE INDEX lessons_instructor_start ON public.lessons USING btree (instructor, start);
CREATE INDEX lessons_learner_account ON public.lessons USING btree (_learner) WHERE (_learner IS NOT NULL);
CREATE INDEX lessons_learner_start ON public.lessons USING btree (learner, start);
CREATE INDEX lessons_of_series ON public.lessons USING btree (series) WHERE (series <> ''::text);
CREATE INDEX lessons_own_learner ON public.lessons USING btree ("_ownLearner", start) WHERE ("_ownLearner" IS NOT NULL);
CREATE INDEX lessons_places ON public.lessons USING gin (pickup gin_trgm_ops, "postalCode" gin_trgm_ops) WITH (gin_pending_list_limit='65536');
CREATE INDEX lessons_price ON public.lessons USING btree ("priceCents", id COLLATE "C");
CREATE INDEX lessons_running ON public.lessons USING btree (instructor) WHERE (status = 'in_progress'::text);
CREATE INDEX lessons_start ON public.lessons USING btree (start DESC NULLS LAST, id COLLATE "C" DESC) INCLUDE (learner, instructor, status, "durationMinutes");
CREATE INDEX lessons_status_start ON public.lessons USING btree (status, start DESC NULLS LAST, id COLLATE "C" DESC);
CREATE INDEX lessons_taught_end ON public.lessons USING btree ("end") WHERE (status = ANY (ARRAY['completed'::text, 'closed'::text]));
CREATE INDEX messages_conversation ON public.messages USING btree (conversation, created DESC, id DESC);
CREATE INDEX messages_created ON public.messages USING btree (created);
CREATE INDEX messages_sender ON public.messages USING btree (sender);
CREATE INDEX no_shows_settle ON public.no_shows USING btree ("_settleAt") WHERE ("_settleAt" IS NOT NULL);
CREATE INDEX notifications_user ON public.notifications USING btree ("user", created DESC);
CREATE INDEX offered_days_instructor ON public.offered_days USING btree (instructor);
CREATE INDEX outside_calendars_due ON public.outside_calendars USING btree (_due);
CREATE UNIQUE INDEX outside_calendars_url ON public.outside_calendars USING btree (instructor, url) WHERE (url <> ''::text);
CREATE INDEX outside_moves_reference ON public.outside_moves USING btree (place, reference, part);
CREATE INDEX own_learners_of ON public.own_learners USING btree (instructor, created DESC);
CREATE INDEX own_learners_user_of ON public.own_learners USING btree (_user) WHERE (_user IS NOT NULL);
CREATE INDEX own_payments_of ON public.own_payments USING btree ("ownLearner", "paidOn" DESC);
CREATE INDEX package_purchases_due ON public.package_purchases USING btree ("_dueAt", id) WHERE (status = ANY (ARRAY['pending'::text, 'active'::text]));
CREATE INDEX package_purchases_instructor ON public.package_purchases USING btree (instructor);
CREATE INDEX package_purchases_learner ON public.package_purchases USING btree (learner, instructor);
CREATE INDEX package_purchases_slots ON public.package_purchases USING btree ("_slotCheckAt", id) WHERE (status = 'active'::text);
CREATE INDEX passkeys_user ON public.passkeys USING btree ("user");
CREATE INDEX payables_from ON public.payables USING btree ("payableFrom") WHERE (payout = ''::text);
CREATE INDEX payables_open ON public.payables USING btree (instructor) WHERE (payout = ''::text);
CREATE INDEX payables_payout ON public.payables USING btree (payout) WHERE (payout <> ''::text);
CREATE UNIQUE INDEX payments_bill_reference ON public.payments USING btree ("billReference") WHERE ("billReference" <> ''::text);
CREATE INDEX payments_charged_with ON public.payments USING btree ("chargedWith") WHERE ("chargedWith" <> ''::text);
CREATE INDEX payments_drawn ON public.payments USING btree ("drawnFrom") WHERE ("drawnFrom" <> ''::text);
CREATE INDEX payments_due ON public.payments USING btree ("expiresAt") WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text]));
CREATE INDEX payments_learner ON public.payments USING btree (learner, created DESC NULLS LAST, _seq);
CREATE INDEX payments_lesson_id ON public.payments USING btree (_lesson);
CREATE INDEX payments_of_lesson ON public.payments USING btree (lesson);
CREATE INDEX payments_of_series ON public.payments USING btree ("lessonSeries") WHERE ("lessonSeries" <> ''::text);
CREATE UNIQUE INDEX payments_one_per_purpose ON public.payments USING btree (lesson, "packagePurchase", ((method = 'credit'::text))) WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text]));
CREATE INDEX payments_package ON public.payments USING btree ("packagePurchase") WHERE ("packagePurchase" <> ''::text);
CREATE INDEX payments_reference ON public.payments USING btree ("providerReference") WHERE ("providerReference" <> ''::text);
CREATE INDEX payments_without_receipt ON public.payments USING btree ("succeededAt", _seq) WHERE (("_receiptNumber" IS NULL) AND ("succeededAt" IS NOT NULL) AND (method <> 'credit'::text) AND ("amountCents" > 0));
CREATE INDEX payouts_created ON public.payouts USING btree (created DESC NULLS LAST, _seq);
CREATE INDEX payouts_day ON public.payouts USING btree (date COLLATE "C", id COLLATE "C");
CREATE INDEX payouts_due ON public.payouts USING btree ("dueAt", id) WHERE (status = ANY (ARRAY['planned'::text, 'sent'::text]));
CREATE INDEX payouts_instructor_created ON public.payouts USING btree (instructor, created DESC NULLS LAST, _seq);
CREATE INDEX payouts_status ON public.payouts USING btree (status) WHERE (status <> 'paid'::text);
CREATE INDEX payouts_untold ON public.payouts USING btree (id) WHERE "_isUntold";
CREATE INDEX pickup_advice_area ON public.pickup_advice USING btree (area);
CREATE INDEX police_checks_instructor ON public.police_checks USING btree (instructor, created DESC);
CREATE INDEX provider_cases_open ON public.provider_cases USING btree ("dueAt", id) WHERE (status = 'open'::text);
CREATE INDEX provider_cases_payment ON public.provider_cases USING btree (payment);
CREATE INDEX provider_cases_payout ON public.provider_cases USING btree (payout);
CREATE INDEX provider_cases_settled ON public.provider_cases USING btree ("settledAt", id) WHERE (status = 'settled'::text);
CREATE INDEX provider_charges_charged ON public.provider_charges USING btree ("chargedAt" DESC, id);
CREATE INDEX provider_fees_due ON public.provider_fees USING btree ("dueAt", id) WHERE (status = 'due'::text);
CREATE INDEX provider_fees_payment ON public.provider_fees USING btree (payment);
CREATE INDEX provider_fees_refund ON public.provider_fees USING btree (refund);
CREATE INDEX provider_fees_refused ON public.provider_fees USING btree (created, id) WHERE (status = 'refused'::text);
CREATE INDEX provider_moves_reference ON public.provider_moves USING btree (place, reference);
CREATE INDEX provider_refunds_payment ON public.provider_refunds USING btree (payment);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree ("user");
CREATE INDEX refunds_borne ON public.refunds USING btree (payment) WHERE ("_borneCents" > "_coveredCents");
CREATE INDEX refunds_due ON public.refunds USING btree ("dueAt", id) WHERE (status = ANY (ARRAY['due'::text, 'sent'::text]));
CREATE INDEX refunds_learner ON public.refunds USING btree (learner, created DESC NULLS LAST, _seq);
CREATE INDEX refunds_open ON public.refunds USING btree (created, id) WHERE (status <> 'paid'::text);
CREATE INDEX refunds_payee ON public.refunds USING btree (id) WHERE (_payee IS NOT NULL);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment);
CREATE INDEX refunds_reference ON public.refunds USING btree ("providerReference") WHERE ("providerReference" <> ''::text);
CREATE INDEX refunds_untold ON public.refunds USING btree (id) WHERE "_isUntold";
CREATE INDEX reliability_pardons_instructor ON public.reliability_pardons USING btree (instructor);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree ("dueAt") WHERE (NOT paused);
CREATE INDEX reports_created ON public.reports USING btree (created DESC, id);
CREATE UNIQUE INDEX reports_schedule ON public.reports USING btree (schedule, "from") WHERE (schedule <> ''::text);
CREATE INDEX reports_waiting ON public.reports USING btree (id) WHERE (status = 'processing'::text);
CREATE INDEX reschedules_due ON public.reschedules USING btree ("answerBy", id) WHERE (status = 'proposed'::text);
CREATE INDEX reschedules_lesson ON public.reschedules USING btree (lesson);
CREATE UNIQUE INDEX reschedules_one_open ON public.reschedules USING btree (lesson) WHERE (status = 'proposed'::text);
CREATE INDEX review_decisions_review ON public.review_decisions USING btree (review, created);
CREATE INDEX review_replies_author ON public.review_replies USING btree (author);
CREATE INDEX review_reports_reporter ON public.review_reports USING btree (reporter);
CREATE INDEX reviews_instructor ON public.reviews USING btree (instructor, "publishedAt");
CREATE INDEX reviews_unpublished ON public.reviews USING btree (_publish_by) WHERE ("publishedAt" IS NULL);
CREATE UNIQUE INDEX role_terms_held ON public.role_terms USING btree ("user") WHERE (until IS NULL);
CREATE INDEX role_terms_role ON public.role_terms USING btree (role, since);
CREATE INDEX role_terms_user ON public.role_terms USING btree ("user");
CREATE INDEX saved_instructors_by_instructor ON public.saved_instructors USING btree (instructor);
CREATE INDEX settlements_gifts ON public.settlements USING btree (learner) WHERE ((gives @> '[{"isGift": true}]'::jsonb) OR ("giftFeeCents" > 0));
CREATE INDEX settlements_goodwill ON public.settlements USING btree (created) WHERE ((gives @> '[{"to": "credit", "from": "platform"}]'::jsonb) OR (gives @> '[{"to": "credit", "from": "instructor"}]'::jsonb));
CREATE INDEX settlements_pair ON public.settlements USING btree (instructor, learner, _seq);
CREATE INDEX student_notes_of ON public.student_notes USING btree (learner);
CREATE INDEX support_messages_request ON public.support_messages USING btree (request, created DESC, id DESC);
CREATE INDEX support_messages_sender ON public.support_messages USING btree (sender);
CREATE INDEX support_requests_latest ON public.support_requests USING btree ("lastMessageAt" DESC NULLS LAST, _seq);
CREATE INDEX support_requests_open ON public.support_requests USING btree ("answerBy") WHERE (status = 'open'::text);
CREATE INDEX support_requests_user ON public.support_requests USING btree ("user", "lastMessageAt" DESC);
CREATE INDEX time_off_instructor ON public.time_off USING btree (instructor, "end");
CREATE INDEX totp_devices_user ON public.totp_devices USING btree ("user");
CREATE INDEX users_closed ON public.users USING btree (_closed) WHERE (_closed IS NOT NULL);
CREATE INDEX users_created ON public.users USING btree (created DESC NULLS LAST, id) INCLUDE (_closed);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email)) WHERE (email <> ''::text);
CREATE INDEX users_email_order ON public.users USING btree (lower(email), id) WHERE (_closed IS NULL);
CREATE INDEX users_name ON public.users USING btree (lower(name), id) WHERE (_closed IS NULL);
CREATE INDEX users_proved_phone ON public.users USING btree (phone) WHERE ("phoneProved" IS NOT NULL);
CREATE INDEX users_role ON public.users USING btree (role, lower(name), id) WHERE (_closed IS NULL);
CREATE INDEX users_words ON public.users USING gin (name gin_trgm_ops, email gin_trgm_ops);
CREATE INDEX verifications_instructor ON public.verifications USING btree (instructor, created);
CREATE UNIQUE INDEX verifications_waiting ON public.verifications USING btree (instructor) WHERE (status = 'waiting'::text);
CREATE INDEX waitlist_entries_instructor ON public.waitlist_entries USING btree (_instructor);
CREATE INDEX waitlist_entries_learner ON public.waitlist_entries USING btree (learner);
CREATE INDEX waitlist_entries_open ON public.waitlist_entries USING btree ("licenceClass", instructor) WHERE (status = 'open'::text);
CREATE INDEX waitlist_offers_entry ON public.waitlist_offers USING btree (entry);
CREATE INDEX waitlist_offers_learner ON public.waitlist_offers USING btree (learner);
CREATE INDEX waitlist_offers_lesson ON public.waitlist_offers USING btree (lesson) WHERE (lesson <> ''::text);
CREATE INDEX waitlist_offers_open ON public.waitlist_offers USING btree (instructor, start) WHERE (status = 'open'::text);

CREATE TRIGGER note_sign_in AFTER INSERT OR DELETE OR UPDATE ON public."_authOrigins" FOR EACH ROW EXECUTE FUNCTION note_stale_account('recordRef');
CREATE TRIGGER revoked_by_delete AFTER DELETE ON public._sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_ended_sessions();
CREATE TRIGGER revoked_by_delete AFTER DELETE ON public._superusers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_accounts();
CREATE TRIGGER revoked_by_update AFTER UPDATE ON public._superusers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_accounts();
CREATE TRIGGER keep BEFORE INSERT OR DELETE OR UPDATE ON public.account_change_confirmations FOR EACH ROW EXECUTE FUNCTION keep_account_change_confirmation();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.account_change_confirmations FOR EACH STATEMENT EXECUTE FUNCTION keep_account_change_confirmation();
CREATE TRIGGER keep BEFORE INSERT OR DELETE OR UPDATE ON public.account_changes FOR EACH ROW EXECUTE FUNCTION keep_account_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.account_changes FOR EACH STATEMENT EXECUTE FUNCTION keep_account_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER chain BEFORE INSERT ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER touch_calendar AFTER INSERT OR DELETE OR UPDATE ON public.availability_overrides FOR EACH ROW EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER touch_calendar AFTER INSERT OR DELETE OR UPDATE ON public.availability_rules FOR EACH ROW EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER free_busy_times AFTER DELETE ON public.busy_times REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION free_busy_times();
CREATE TRIGGER note_cancellation AFTER INSERT OR DELETE ON public.cancellations FOR EACH ROW EXECUTE FUNCTION note_stale_cancellation();
CREATE TRIGGER note_changed_cancellation AFTER UPDATE OF created, "cancelledBy", "isLate", excuse ON public.cancellations FOR EACH ROW WHEN (((((old.created IS DISTINCT FROM new.created) OR (old."cancelledBy" IS DISTINCT FROM new."cancelledBy")) OR (old."isLate" IS DISTINCT FROM new."isLate")) OR (old.excuse IS DISTINCT FROM new.excuse))) EXECUTE FUNCTION note_stale_cancellation();
CREATE TRIGGER search_epoch AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.holidays FOR EACH STATEMENT EXECUTE FUNCTION stamp_epoch('holidays');
CREATE TRIGGER touch_all_calendars AFTER INSERT OR DELETE OR UPDATE ON public.holidays FOR EACH STATEMENT EXECUTE FUNCTION touch_all_calendars();
CREATE TRIGGER stamp_calendar BEFORE UPDATE ON public.instructor_calendars FOR EACH ROW EXECUTE FUNCTION stamp_calendar();
CREATE TRIGGER look_at_packages AFTER UPDATE OF status ON public.instructors FOR EACH ROW WHEN (((new.status = ANY (ARRAY['retired'::text, 'suspended'::text])) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION look_at_packages();
CREATE TRIGGER make_instructor_calendar AFTER INSERT ON public.instructors FOR EACH ROW EXECUTE FUNCTION make_instructor_calendar();
CREATE TRIGGER note_owner AFTER INSERT OR DELETE OR UPDATE OF "user" ON public.instructors FOR EACH ROW EXECUTE FUNCTION note_stale_account('user');
CREATE TRIGGER search_epoch AFTER DELETE OR TRUNCATE ON public.instructors FOR EACH STATEMENT EXECUTE FUNCTION stamp_epoch('removed_profiles');
CREATE TRIGGER touch_own_calendar AFTER UPDATE ON public.instructors FOR EACH ROW EXECUTE FUNCTION touch_own_calendar();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_chain FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER append_only BEFORE UPDATE ON public.lesson_moves FOR EACH ROW EXECUTE FUNCTION refuse_move_change();
CREATE CONSTRAINT TRIGGER kept_history AFTER DELETE ON public.lesson_moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_lost_history();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.lesson_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_move_change();
CREATE TRIGGER begin_lesson AFTER INSERT ON public.lessons FOR EACH ROW EXECUTE FUNCTION begin_lesson();
CREATE TRIGGER complete_lesson_times BEFORE INSERT ON public.lessons FOR EACH ROW EXECUTE FUNCTION complete_lesson_times();
CREATE TRIGGER free_lesson_time AFTER UPDATE OF status, start, "end" ON public.lessons FOR EACH ROW WHEN ((is_occupying(old.status) AND ((NOT is_occupying(new.status)) OR (old.start <> new.start) OR (old."end" <> new."end")))) EXECUTE FUNCTION free_lesson_time();
CREATE TRIGGER lapse_proposals AFTER UPDATE ON public.lessons FOR EACH ROW WHEN (((old.status = 'confirmed'::text) AND ((new.status <> old.status) OR (new.start <> old.start)))) EXECUTE FUNCTION lapse_proposals();
CREATE TRIGGER note_changed_lesson AFTER UPDATE OF status, start, learner, instructor, "durationMinutes" ON public.lessons FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.start IS DISTINCT FROM new.start)) OR (old.learner IS DISTINCT FROM new.learner)) OR (old.instructor IS DISTINCT FROM new.instructor)) OR (old."durationMinutes" IS DISTINCT FROM new."durationMinutes"))) EXECUTE FUNCTION note_stale_lesson();
CREATE TRIGGER note_lesson AFTER INSERT OR DELETE ON public.lessons FOR EACH ROW EXECUTE FUNCTION note_stale_lesson();
CREATE TRIGGER note_own_learner BEFORE INSERT ON public.lessons FOR EACH ROW EXECUTE FUNCTION note_own_learner();
CREATE TRIGGER refuse_closed_party BEFORE INSERT ON public.lessons FOR EACH ROW EXECUTE FUNCTION refuse_closed_party();
CREATE TRIGGER refuse_unmoved_lesson BEFORE UPDATE ON public.lessons FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.sequence IS DISTINCT FROM new.sequence))) EXECUTE FUNCTION refuse_unmoved_lesson();
CREATE TRIGGER share_contacts BEFORE INSERT OR UPDATE ON public.lessons FOR EACH ROW EXECUTE FUNCTION share_contacts();
CREATE TRIGGER take_offer AFTER INSERT ON public.lessons FOR EACH ROW EXECUTE FUNCTION take_offer();
CREATE TRIGGER touch_calendar AFTER INSERT OR DELETE OR UPDATE OF instructor, status, start, "end", "holdExpiresAt" ON public.lessons FOR EACH ROW EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER touch_calendar_by_pickup AFTER UPDATE OF "postalCode" ON public.lessons FOR EACH ROW WHEN (((new."postalCode" <> ''::text) AND (new."postalCode" <> old."postalCode"))) EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER win_offer AFTER UPDATE OF status ON public.lessons FOR EACH ROW WHEN (((old.status = 'held'::text) AND (new.status = ANY (ARRAY['confirmed'::text, 'requested'::text])))) EXECUTE FUNCTION win_offer();
CREATE TRIGGER keep_fill_of_changed AFTER UPDATE ON public.offered_days REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_fill_months();
CREATE TRIGGER keep_fill_of_gone AFTER DELETE ON public.offered_days REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION add_fill_months();
CREATE TRIGGER keep_fill_of_new AFTER INSERT ON public.offered_days REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_fill_months();
CREATE TRIGGER note_offered_day AFTER INSERT ON public.offered_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stale_day();
CREATE TRIGGER note_withdrawn_day AFTER DELETE ON public.offered_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stale_day();
CREATE TRIGGER touch_calendar AFTER DELETE ON public.outside_calendars FOR EACH ROW EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER follow_charge AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((new."lessonSeries" <> ''::text) AND (new."chargedWith" = ''::text) AND (new.status = ANY (ARRAY['processing'::text, 'requires_action'::text, 'failed'::text, 'expired'::text])))) EXECUTE FUNCTION follow_charge();
CREATE TRIGGER return_minutes AFTER UPDATE OF "refundedCents", status ON public.payments FOR EACH ROW WHEN (((new."drawnFrom" <> ''::text) AND ((new."refundedCents" > old."refundedCents") OR ((new."amountCents" = 0) AND (new.status = 'refunded'::text) AND (old.status <> 'refunded'::text))))) EXECUTE FUNCTION return_minutes();
CREATE TRIGGER note_failed_money BEFORE UPDATE OF status ON public.payouts FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION note_failed_money();
CREATE TRIGGER note_comparison AFTER INSERT OR DELETE OR UPDATE ON public.police_checks FOR EACH ROW EXECUTE FUNCTION note_comparison();
CREATE TRIGGER policies_order BEFORE INSERT OR UPDATE ON public.policies FOR EACH ROW EXECUTE FUNCTION check_policy_order();
CREATE TRIGGER settled_once BEFORE DELETE OR UPDATE ON public.provider_cases FOR EACH ROW EXECUTE FUNCTION refuse_case_change();
CREATE TRIGGER forget_payee BEFORE UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (new._payee IS NOT NULL))) EXECUTE FUNCTION forget_payee();
CREATE TRIGGER note_failed_money BEFORE UPDATE OF status ON public.refunds FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION note_failed_money();
CREATE TRIGGER pair_reviews BEFORE INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION pair_reviews();
CREATE TRIGGER keep_months_of_changed AFTER UPDATE ON public.search_sums REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_search_months();
CREATE TRIGGER keep_months_of_gone AFTER DELETE ON public.search_sums REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION add_search_months();
CREATE TRIGGER keep_months_of_new AFTER INSERT ON public.search_sums REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_search_months();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.terms_acceptances FOR EACH ROW EXECUTE FUNCTION refuse_acceptance_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.terms_acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_acceptance_change();
CREATE TRIGGER free_time_off AFTER DELETE OR UPDATE OF start, "end", instructor ON public.time_off FOR EACH ROW EXECUTE FUNCTION free_time_off();
CREATE TRIGGER touch_calendar AFTER INSERT OR DELETE OR UPDATE ON public.time_off FOR EACH ROW EXECUTE FUNCTION touch_calendar();
CREATE TRIGGER forget_proved_phone BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((new.phone IS DISTINCT FROM old.phone)) EXECUTE FUNCTION forget_proved_phone();
CREATE TRIGGER note_account AFTER INSERT OR DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION note_stale_account('id');
CREATE TRIGGER note_changed_account AFTER UPDATE OF suspended, verified, created, _closed ON public.users FOR EACH ROW WHEN (((((old.suspended IS DISTINCT FROM new.suspended) OR (old.verified IS DISTINCT FROM new.verified)) OR (old.created IS DISTINCT FROM new.created)) OR (old._closed IS DISTINCT FROM new._closed))) EXECUTE FUNCTION note_stale_account('id');
CREATE TRIGGER revoked_by_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_accounts();
CREATE TRIGGER revoked_by_update AFTER UPDATE ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_accounts();
CREATE TRIGGER settle_registration BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW WHEN ((new.verified AND (new."_registeredBy" IS NOT NULL))) EXECUTE FUNCTION settle_registration();
CREATE TRIGGER users_note_deleted AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION note_ended_account();
CREATE TRIGGER users_note_erased AFTER UPDATE OF _closed ON public.users FOR EACH ROW WHEN (((old._closed IS NULL) AND (new._closed IS NOT NULL))) EXECUTE FUNCTION note_ended_account();
CREATE TRIGGER users_notification_preferences AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION add_notification_preferences();
CREATE TRIGGER users_role_terms AFTER INSERT OR DELETE OR UPDATE OF role ON public.users FOR EACH ROW EXECUTE FUNCTION note_role_term();
CREATE TRIGGER note_comparison AFTER INSERT OR DELETE OR UPDATE ON public.verifications FOR EACH ROW EXECUTE FUNCTION note_comparison();
