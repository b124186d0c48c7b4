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
    jsonb_build_object('account', 'provider_clearing', 'cents', p."amountCents"),
    jsonb_build_object('account', 'instructor_payable:' || p.instructor, 'cents', -p."amountCents")));
  return p;
end $$;
