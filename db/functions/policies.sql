-- The version of the policies that a lesson is booked under.
create or replace function policy_version(at timestamptz) returns integer language sql stable as $$
  select coalesce((select max(version) from policies p where p."effectiveFrom" <= at), 1)
$$;

-- The figures of a version, or of the nearest below it where it was never written: what a lesson was booked under decides for it.
create or replace function policy_values(of_version integer) returns jsonb language sql stable as $$
  select p."values" from policies p order by (p.version <= of_version) desc, abs(p.version - of_version) limit 1
$$;

-- Until when a request made at an instant is answered (domain rule 2), never beyond the start; the same as answerUntil in src/rules/lessons.
create or replace function answer_until(figures jsonb, start timestamptz, at timestamptz) returns timestamptz language sql immutable as $$
  select least(start, at + make_interval(hours => case
    when start - at < make_interval(hours => (figures ->> 'requestShortBelowHours')::integer) then (figures ->> 'requestLapseShortHours')::integer
    else (figures ->> 'requestLapseHours')::integer end))
$$;

-- A higher version comes into force later, whatever code writes: the highest that has begun is then the one in force.
create or replace function check_policy_order() returns trigger language plpgsql as $$
begin
  lock table policies in share row exclusive mode;
  if exists (select 1 from policies p where p.id <> new.id and p.version <> new.version
      and (p.version < new.version) <> (p."effectiveFrom" < new."effectiveFrom")) then
    raise exception 'A higher version of the policies must come into force later.'
      using errcode = 'check_violation', constraint = 'policies_order', table = 'policies';
  end if;
  return new;
end $$;
create or replace trigger policies_order before insert or update on policies for each row execute function check_policy_order();
