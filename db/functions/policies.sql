-- The version of the policies that a lesson is booked under.
create or replace function policy_version(at timestamptz) returns integer language sql stable as $$
  select coalesce((select max(version) from policies p where p."effectiveFrom" <= at), 1)
$$;
