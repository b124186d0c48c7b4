-- Reviews are blind until both sides wrote, or the time to write is over.

-- A review that completes its lesson's pair is published with the other one; two that come at the same moment wait for each other. Until
-- when a lone one waits is said by the policy that its lesson was booked under.
create or replace function pair_reviews() returns trigger language plpgsql as $$
declare
  l lessons;
begin
  select * into l from lessons x where x.id = new.lesson for no key update;
  if l.id is null then
    return new;
  end if;
  new._publish_by := l."end" + make_interval(days => (policy_values(l."policyVersion") ->> 'reviewDays')::integer);
  if new."publishedAt" is null and exists (select from reviews r where r.lesson = l.id and r.side <> new.side) then
    new."publishedAt" := least(new.created, new._publish_by);
    update reviews r set "publishedAt" = new."publishedAt", updated = new.created
    where r.lesson = l.id and r.side <> new.side and r."publishedAt" is null;
  end if;
  return new;
end $$;
create or replace trigger pair_reviews before insert on reviews for each row execute function pair_reviews();
