-- Until when the parties of a lesson see each other's phone and the pick-up: kept by share_contacts from here on.
alter table lessons add column "contactsUntil" timestamptz;
update lessons l set "contactsUntil" = l."end" + make_interval(hours => coalesce((
    select (p."values" ->> 'contactHours')::integer from policies p
    order by (p.version <= l."policyVersion") desc, abs(p.version - l."policyVersion") limit 1), 24))
where l.status in ('confirmed', 'in_progress', 'completed', 'closed', 'disputed');
