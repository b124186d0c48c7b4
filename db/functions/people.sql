-- Who somebody is to the other side of a lesson: never an empty name, and never a part of the address.
create or replace function shown_name(u users) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(trim(u.name), ''), nullif(trim(concat_ws(' ', u."firstName", u."lastName")), ''), 'A learner')
$$;

-- Whether somebody closes their account in this transaction, or did: credit is of no use to them.
create or replace function has_left(of_user text) returns boolean language sql stable as $$
  select coalesce(current_setting('kerbside.leaving', true), '') = of_user
    or exists (select from users u where u.id = of_user and u._closed is not null)
$$;
