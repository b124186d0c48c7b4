-- What money does to a lesson, and a lesson to its money.

-- A payment of a lesson has come in, in one call: the payment is settled, and a lesson whose time is still held and that is paid whole is
-- confirmed (or requested, where its instructor approves by hand). Money that comes too late is owed back. Answers the lesson's new state,
-- `part` while more is to be paid, `refunded`, or null when the payment was settled before.
create or replace function confirm_paid_lesson(of_payment text, reference text, code text, at timestamptz) returns text language plpgsql as $$
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
end $$;

-- The same, with the lesson as it is after that and whether a refund of the payment is due: all that is told of is there in one answer.
create or replace function pay_lesson(of_payment text, reference text, code text, at timestamptz)
returns table (outcome text, "isRefundDue" boolean, lesson lessons) language plpgsql as $$
begin
  outcome := confirm_paid_lesson(of_payment, reference, code, at);
  "isRefundDue" := exists (select from refunds r where r.payment = of_payment and r.status = 'due');
  select l.* into lesson from payments p join lessons l on l.id = p.lesson where p.id = of_payment;
  return next;
end $$;

-- How many lessons a learner missed since an instant. What is contested doesn't count until it is decided.
create or replace function missed_lessons(of_learner text, since timestamptz) returns bigint language sql stable as $$
  select count(*) from lessons l join no_shows n on n.lesson = l.id
  where l.learner = of_learner and l.status = 'no_show_learner' and n.created > since
$$;

-- What came in for a lesson and is neither paid back nor owed.
create or replace function paid_cents(of_lesson text) returns integer language sql stable as $$
  select coalesce(sum(refundable_cents(p)), 0)::integer from payments p
  where p._lesson = of_lesson and p.status in ('succeeded', 'part_refunded')
$$;

-- The payment whose payer was asked for the money: of several that were charged at once the first.
create or replace function charge_of(p payments) returns text language sql immutable as $$
  select case when p."chargedWith" = '' then p.id else p."chargedWith" end
$$;

-- Whether money can go back to where a payment came from (rule 22), in as many parts as it takes: to PayNow for so many days; never to cash, which the
-- instructor has. After that a person can send it by PayNow to a number that the learner proved. To whoever closes their account in this transaction, or did, credit is of
-- no use: it is owed to them, and sent by hand where PayNow refuses it.
create or replace function takes_refund(p payments, at timestamptz) returns boolean language sql stable as $$
  select p.method <> 'cash' and (p.method <> 'paynow' or has_left(p.learner)
    or p."succeededAt" >= at - make_interval(days => (policy_values(policy_version(at)) ->> 'paynowRefundDays')::integer)
    or exists (select from users u where u.id = p.learner and u.phone <> '' and u."phoneProved" is not null))
$$;

-- Gives cents of what is held for a lesson back, all of it for null: to cards first, then PayNow, then as the credit that it was. What no payment takes
-- back any more covers what the learner's bank took back, or what was sent at the provider, or is credit (rule 22), which is written down at its payment. Never more than is held: what
-- became credit, or was the instructor's, is not there to go back. Answers both sums, and the payments of which a refund is due.
create or replace function give_lesson_back(of_lesson text, cause text, cents integer, at timestamptz)
returns table ("refundedCents" integer, "creditedCents" integer, payments text[]) language plpgsql as $$
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
end $$;
