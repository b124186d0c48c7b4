-- What keeps lists of staff from growing with everything there is.

-- Instructors are searched by a part of their name, and listed by their status: the queue of papers, and how many can be booked.
create index instructors_words on instructors using gin (name gin_trgm_ops);
create index instructors_status on instructors (status);

-- When each instructor was compared with the Police's list last, and whether they were not found then: kept by triggers (db/functions/police-checks.sql), so that those who
-- are due are read in the order of an index.
alter table instructors add column "_comparedOn" text, add column "_isUnlisted" boolean not null default false;
update instructors i set "_comparedOn" = c."comparedOn", "_isUnlisted" = c."isUnlisted"
from (
  select x.id, greatest(p."checkedOn", v."checkedOn") as "comparedOn",
    coalesce(p.outcome <> 'found' and p."checkedOn" >= coalesce(v."checkedOn", ''), false) as "isUnlisted"
  from instructors x
  left join lateral (
    select outcome, to_char(created at time zone 'Asia/Singapore', 'YYYY-MM-DD') as "checkedOn"
    from police_checks where instructor = x.id order by created desc, _seq desc limit 1) p on true
  left join lateral (
    select c ->> 'checkedOn' as "checkedOn" from verifications w, jsonb_array_elements(coalesce(w.checks, '[]'::jsonb)) c
    where w.instructor = x.id and w.outcome = 'accepted' and w.status = 'done' and c ->> 'kind' = 'tp_list'
    order by w.created desc, w._seq desc limit 1) v on true
) c
where c.id = i.id and (c."comparedOn" is not null or c."isUnlisted");
create index instructors_compared on instructors ("_comparedOn" nulls first, lower(name), id) include ("_isUnlisted") where status in ('listed', 'paused');
