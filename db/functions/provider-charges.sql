-- What the provider takes off its balance for its services as a whole, as accounts and payouts of Connect; no payment tells of it.

-- Books one, of the month in which it is told: one that was closed stays as it was. Answers whether it was not known before.
create or replace function book_charge(charge text, about text, cents integer, charged_at timestamptz, at timestamptz) returns boolean language plpgsql as $$
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
end $$;
