-- Minutes of a package that come back. Their money stands at held_package:<purchase>, see money.sql.

-- What is held for a package: what was paid less what its lessons took, plus what they gave back.
create or replace function package_held_cents(of_purchase text) returns integer language sql stable as $$
  select coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'held_package:' || of_purchase), 0)::integer
$$;

-- A lesson that was paid with minutes gives cents back: the same part of the minutes comes back with them. Of a package that is over the
-- money goes on to its learner.
create or replace function return_minutes() returns trigger language plpgsql as $$
declare
  back integer := case when new."amountCents" = 0 then new."drawnMinutes"
    else portion_of(new."drawnMinutes", new."refundedCents", new."amountCents")
      - portion_of(new."drawnMinutes", old."refundedCents", new."amountCents") end;
  pack package_purchases;
begin
  select * into pack from package_purchases x where x.id = new."drawnFrom" for no key update;
  if pack.status in ('active', 'used') and new.updated < pack."_endsAt" then
    update package_purchases x set "minutesLeft" = x."minutesLeft" + back, updated = new.updated,
      status = case when x."minutesLeft" + back > 0 then 'active' else x.status end
    where x.id = pack.id;
  else
    perform owe_refund(p.id, 'returned:' || new.id || ':' || new."refundedCents",
      least(new."refundedCents" - old."refundedCents", refundable_cents(p)), new.updated)
    from payments p where p."packagePurchase" = pack.id and p.status in ('succeeded', 'part_refunded', 'refunded');
  end if;
  return null;
end $$;
create or replace trigger return_minutes after update of "refundedCents", status on payments for each row
  when (new."drawnFrom" <> '' and (new."refundedCents" > old."refundedCents"
    or new."amountCents" = 0 and new.status = 'refunded' and old.status <> 'refunded'))
  execute function return_minutes();
