-- Payouts in the ledger. Each is a compare-and-set, so a repeated call has one effect.

-- The instructor has the money. Answers the payout, or null when that was known.
create or replace function settle_payout(of_payout text, reference text, at timestamptz) returns payouts language plpgsql as $$
declare
  p payouts;
begin
  update payouts x set status = 'paid', "providerReference" = reference, "failureCode" = '', "paidAt" = at, updated = at
  where x.id = of_payout and x.status in ('sent', 'failed') and x."returnedAt" is null returning x.* into p;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('payout:' || p.id, 'payout', null, null, at, jsonb_build_array(
    jsonb_build_object('account', 'instructor_payable:' || p.instructor, 'cents', p."amountCents"),
    jsonb_build_object('account', 'provider_clearing', 'cents', -p."amountCents")));
  return p;
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
