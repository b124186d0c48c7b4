-- What a person has to settle of what the payment provider told.

-- Writes a case down, once. Its payment is locked: who pays a refund of it by hand comes before this or sees it.
create or replace function open_provider_case(given provider_cases) returns boolean language plpgsql as $$
begin
  perform 1 from payments p where p.id = given.payment for no key update;
  insert into provider_cases select (given).* on conflict (id) do nothing;
  return found;
end $$;

-- Why nobody is to pay a refund by hand, or have it sent: its payer's bank takes the charge back and has not decided (`bank_decides`), or a case of its
-- charge is open (`provider_case`). Null where nothing is in the way.
create or replace function refund_hindrance(of_payment text) returns text language sql stable as $$
  select case
    when exists (select from payments_of_charge(of_payment) p join chargebacks c on c.payment = p.id where c.status = 'open')
      -- The statement says that the bank took the money back, and nobody decided about that line yet.
      or exists (select from payments_of_charge(of_payment) p join bank_lines l on l.payment = p.id join bank_debits d on d.line = l.id
        where d.status = 'open' and d.why = 'recall') then 'bank_decides'
    when exists (select from payments_of_charge(of_payment) p join provider_cases k on k.payment = p.id
      where k.status = 'open' and k.kind = 'refund') then 'provider_case' end
$$;

-- A case is settled once and says for good what it was about.
create or replace function refuse_case_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'open' and new.status = 'settled'
    and to_jsonb(new) - '{status,note,settledBy,settledAt}'::text[] = to_jsonb(old) - '{status,note,settledBy,settledAt}'::text[] then
    return new;
  end if;
  raise exception 'a case of the provider is only ever settled' using errcode = '23514', constraint = 'provider_cases_settled_once';
end $$;
create or replace trigger settled_once before update or delete on provider_cases for each row execute function refuse_case_change();
