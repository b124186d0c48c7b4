-- Who somebody is to the other side of a lesson: never an empty name, and never a part of the address.
create or replace function shown_name(u users) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(trim(u.name), ''), nullif(trim(concat_ws(' ', u."firstName", u."lastName")), ''), 'A learner')
$$;

-- Whether somebody closes their account in this transaction, or did: credit is of no use to them.
create or replace function has_left(of_user text) returns boolean language sql stable as $$
  select coalesce(current_setting('kerbside.leaving', true), '') = of_user
    or exists (select from users u where u.id = of_user and u._closed is not null)
$$;

-- A number is proved as it is: another one begins unproved, whatever code writes it, unless the same write says that it is proved.
create or replace function forget_proved_phone() returns trigger language plpgsql as $$
begin
  if new."phoneProved" is not distinct from old."phoneProved" then
    new."phoneProved" := null;
  end if;
  new."_moneyPhone" := '';
  return new;
end
$$;
create or replace trigger forget_proved_phone before update on users
  for each row when (new.phone is distinct from old.phone) execute function forget_proved_phone();

-- Whether money that a person sends may go to an account's number: it was proved, or its owner said so. Nobody is left to ask of an account that is closed, and where there is no
-- number it goes another way.
create or replace function takes_money(u users) returns boolean language sql immutable parallel safe as $$
  select u.phone = '' or u."phoneProved" is not null or u."_moneyPhone" = u.phone or u._closed is not null
$$;

-- The accounts that are one person as far as the house can tell: those with the same proved telephone number. Devices and networks are shared by families.
create or replace function accounts_of(of_user text) returns setof text language sql stable as $$
  select of_user
  union select o.id from users u join users o on o.phone = u.phone and o."phoneProved" is not null
  where u.id = of_user and u."phoneProved" is not null and u.phone <> ''
$$;
