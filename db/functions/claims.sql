-- Claims that take an instructor off the market (domain rule 16).

-- Whether another claim about the instructor was found true while this one waited. What was found before is over: staff had listed them again.
create or replace function is_found_true_since(c claims) returns boolean language sql stable as $$
  select exists (select 1 from claims t where t.instructor = c.instructor and t.id <> c.id and t.kind in ('safety', 'identity')
    and t.outcome not in ('', 'none') and t."decidedAt" >= c.created)
$$;

-- What an instructor's listing is for money: where it was, as long as claims that nobody decided yet are all that keeps it off. So nobody gets more by
-- a claim than without it.
create or replace function status_without_open_claims(i instructors) returns text language sql stable as $$
  select coalesce((select c._listing_was from claims c where i.status = 'suspended' and c.instructor = i.id and c._listing_was <> ''
    and c.status not in ('decided', 'withdrawn') and not is_found_true_since(c) limit 1), i.status)
$$;
