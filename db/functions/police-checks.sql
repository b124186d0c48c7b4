-- When an instructor was compared with the Police's list last, and whether they were not found then. Somebody was on the list on the day of a verification that says
-- so, or of the last comparison.
create or replace function compare_instructor(of_instructor text) returns void language plpgsql as $$
begin
  -- One after the other: what is read next includes whatever another one has written.
  perform from instructors where id = of_instructor for no key update;
  update instructors i set "_comparedOn" = c."comparedOn", "_isUnlisted" = c."isUnlisted"
  from (
    select greatest(p."checkedOn", v."checkedOn") as "comparedOn",
      coalesce(p.outcome <> 'found' and p."checkedOn" >= coalesce(v."checkedOn", ''), false) as "isUnlisted"
    from (values (of_instructor)) x (id)
    left join lateral (
      select outcome, to_char(created at time zone 'Asia/Singapore', 'YYYY-MM-DD') as "checkedOn"
      from police_checks where instructor = x.id order by created desc, _seq desc limit 1) p on true
    left join lateral (
      select c ->> 'checkedOn' as "checkedOn" from verifications w, jsonb_array_elements(coalesce(w.checks, '[]'::jsonb)) c
      where w.instructor = x.id and w.outcome = 'accepted' and w.status = 'done' and c ->> 'kind' = 'tp_list'
      order by w.created desc, w._seq desc limit 1) v on true
  ) c
  where i.id = of_instructor and (i."_comparedOn", i."_isUnlisted") is distinct from (c."comparedOn", c."isUnlisted");
end $$;

create or replace function note_comparison() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform compare_instructor(old.instructor);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.instructor <> new.instructor) then
    perform compare_instructor(new.instructor);
  end if;
  return null;
end $$;
create or replace trigger note_comparison after insert or update or delete on police_checks for each row execute function note_comparison();
create or replace trigger note_comparison after insert or update or delete on verifications for each row execute function note_comparison();
