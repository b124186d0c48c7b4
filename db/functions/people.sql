-- Who somebody is to the other side of a lesson: never an empty name, and never a part of the address.
create or replace function shown_name(u users) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(trim(u.name), ''), nullif(trim(concat_ws(' ', u."firstName", u."lastName")), ''), 'A learner')
$$;
