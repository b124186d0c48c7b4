-- What a payment's outcome does, in one transaction: the payment, the ledger and the lesson change together or not at all. Each is a
-- compare-and-set, so a repeated call has one effect.

-- Money has come in: the provider owes it to us, we hold it for the lesson. A lesson that costs nothing moves none.
create or replace function post_payment(p payments, at timestamptz) returns void language plpgsql as $$
begin
  if p."amountCents" > 0 then
    perform post_ledger_transaction('payment:' || p.id, 'payment', p.lesson, p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'provider_clearing', 'cents', p."amountCents"),
      jsonb_build_object('account', 'held:' || p.lesson, 'cents', -p."amountCents")));
  end if;
end $$;

-- The provider has the money. A lesson whose time is still held is confirmed (or requested, where the instructor approves by hand); money
-- that comes too late is sent back. Answers the lesson's new state, `refunded`, or null when the payment was settled before.
create or replace function settle_payment(of_payment text, reference text, code text, at timestamptz) returns text language plpgsql as $$
declare
  p payments;
  l lessons;
  i instructors;
  outcome text;
  is_late boolean;
begin
  -- The lesson's calendar first, as everywhere: bookings and payments of one instructor then never wait for each other in a circle.
  select * into p from payments where id = of_payment;
  l := lock_lesson(p.lesson);
  -- Money of an expired payment goes back at once: another payment of the lesson may be open or done by now.
  select status = 'expired' into is_late from payments where id = of_payment for update;
  update payments set status = case when is_late then 'part_refunded' else 'succeeded' end,
    "providerReference" = reference, "succeededAt" = at, updated = at
  where id = of_payment and status in ('processing', 'requires_action', 'expired') returning * into p;
  if not found then
    return null;
  end if;
  perform post_payment(p, at);
  select * into i from instructors where id = l.instructor;
  if not is_late and l."holdExpiresAt" > at then
    outcome := (move_lesson(p.lesson, array['held'],
      row('pay', case when i."instantBooking" then 'confirmed' else 'requested' end, p.learner, 'learner', '')::lesson_move,
      jsonb_build_object(
        'confirmedAt', case when i."instantBooking" then at end,
        'requestExpiresAt', case when not i."instantBooking" then answer_until(policy_values(l."policyVersion"), l.start, at) end,
        'startCode', code, 'holdExpiresAt', null), at)).status;
  end if;
  if outcome is null then
    perform refund_payment(p.id, 'late:' || p.id, p."amountCents", at);
    return 'refunded';
  end if;
  return outcome;
end $$;

-- Sends money of a payment back to where it came from; a repeated cause does nothing.
create or replace function refund_payment(of_payment text, cause text, cents integer, at timestamptz) returns boolean language plpgsql as $$
declare
  p payments;
begin
  select * into p from payments where id = of_payment for update;
  if cents < 0 or cents = 0 and p."amountCents" > 0 or p."refundedCents" + cents > p."amountCents" then
    return false;
  end if;
  if cents > 0 then
    if not post_ledger_transaction('refund:' || cause, 'refund', p.lesson, p.id, at, jsonb_build_array(
        jsonb_build_object('account', 'held:' || p.lesson, 'cents', cents),
        jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', -cents))) then
      return false;
    end if;
    perform post_ledger_transaction('refund-paid:' || cause, 'refund_paid', p.lesson, p.id, at, jsonb_build_array(
      jsonb_build_object('account', 'refunds_due:' || p.learner, 'cents', cents),
      jsonb_build_object('account', 'provider_clearing', 'cents', -cents)));
  end if;
  update payments set "refundedCents" = "refundedCents" + cents,
    status = case when "refundedCents" + cents = "amountCents" then 'refunded' else 'part_refunded' end, updated = at
  where id = p.id;
  return true;
end $$;

-- Gives cents of what was paid for a lesson back, all of it for null, to the payments that are not whole yet, newest first; answers how many.
create or replace function refund_lesson(of_lesson text, cause text, cents integer, at timestamptz) returns integer language plpgsql as $$
declare
  p payments;
  rest integer;
  given integer := 0;
begin
  for p in select * from payments where lesson = of_lesson and status in ('succeeded', 'part_refunded') order by _seq desc loop
    rest := least(p."amountCents" - p."refundedCents", cents - given);
    if refund_payment(p.id, cause || ':' || p.id, rest, at) then
      given := given + rest;
    end if;
  end loop;
  return given;
end $$;
