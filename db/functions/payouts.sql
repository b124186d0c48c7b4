-- Payouts in the ledger. Each is a compare-and-set, so a repeated call has one effect.

-- Instructors have their money: payouts [{id, reference}] are paid, some at once. Answers those that were not known to be.
create or replace function settle_payouts(given jsonb, at timestamptz) returns setof payouts language plpgsql as $$
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
end $$;

-- Money that was paid came back from the instructor's bank: it is payable at once, by the next payout. Answers null when that was known.
create or replace function return_payout(of_payout text, code text, at timestamptz) returns payouts language plpgsql as $$
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
end $$;

-- The provider took a payout back, so many cents of it in all by now: it had gone, whether that was known or not. All of it back is money that came back;
-- a part is payable at once, by the next payout. Answers null when that was known, or somebody paid it in another way.
create or replace function reverse_payout(of_payout text, reference text, total bigint, code text, at timestamptz) returns payouts language plpgsql as $$
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
end $$;
