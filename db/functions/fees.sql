-- How many minutes of an earlier lesson count towards the hours of the higher fee of a lesson at hand (src/rules/fees/counted-minutes.ts).
create or replace function counted_minutes(paid_minutes integer, kept_cents integer, price_cents integer, minutes integer) returns integer
language sql immutable parallel safe as $$
  select case when price_cents <= 0 or minutes <= 0 then paid_minutes
    else least(paid_minutes, 2::bigint * kept_cents * minutes / price_cents)::integer end
$$;
