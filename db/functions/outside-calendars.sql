-- What was read of a calendar that an instructor keeps elsewhere takes the place of what was known of it. Booking waits for the same lock, so a
-- lesson is booked before the new times or refused by them; lessons that are booked stay. A reading that began before the last one that was taken is
-- passed over. Answers whether it was taken.
create or replace function take_busy_times(of_calendar text, spans jsonb, began timestamptz) returns boolean language plpgsql as $$
declare
  of_instructor text;
  is_changed boolean;
begin
  -- The calendar first, then the diary: the order of whoever deletes the calendar.
  select c.instructor into of_instructor from outside_calendars c
  where c.id = of_calendar and coalesce(c."readAt" <= began, true) for no key update;
  if not found then
    return false;
  end if;
  perform 1 from instructor_calendars c where c.instructor = of_instructor for no key update;
  with wanted as (
    select to_timestamp((s ->> 0)::double precision / 1000) as s, to_timestamp((s ->> 1)::double precision / 1000) as e
    from jsonb_array_elements(spans) as s
  ), gone as (
    delete from busy_times b where b.calendar = of_calendar
      and not exists (select 1 from wanted w where w.s = b.start and w.e = b."end")
    returning 1
  ), added as (
    insert into busy_times (instructor, calendar, start, "end") select of_instructor, of_calendar, w.s, w.e from wanted w
    on conflict do nothing returning 1
  )
  select exists (select 1 from gone) or exists (select 1 from added) into is_changed;
  if is_changed then
    update instructor_calendars set version = version + 1 where instructor = of_instructor;
  end if;
  return true;
end $$;

-- A calendar that goes frees its times; those who wait for one are told as of time off that goes.
create or replace trigger touch_calendar after delete on outside_calendars for each row execute function touch_calendar();

-- What none of an instructor's calendars says any more is free: stretches in which a lesson has room, from the last reading on, each once. Only who is
-- listed is offered to those who wait, so nobody else's times are noted. The rest of a statement that also adds times is seen here, too.
create or replace function free_busy_times() returns trigger language plpgsql as $$
declare
  of_instructor text;
  shortest interval;
  freed tstzrange;
begin
  for of_instructor, shortest in
    select i.id, make_interval(mins => (select min(m::integer) from jsonb_array_elements_text(i."lessonMinutes") m))
    from instructors i where i.status = 'listed' and i.id in (select g.instructor from gone g)
  loop
    for freed in
      select x from unnest(
        (select range_agg(tstzrange(greatest(g.start, c."readAt"), g."end")) from gone g left join outside_calendars c on c.id = g.calendar
          where g.instructor = of_instructor and g."end" > coalesce(c."readAt", '-infinity'))
        - coalesce((select range_agg(tstzrange(b.start, b."end")) from busy_times b where b.instructor = of_instructor), '{}')) as x
      where upper(x) - lower(x) >= shortest order by x limit 24
    loop
      perform note_freed(of_instructor, lower(freed), upper(freed), true);
    end loop;
  end loop;
  return null;
end $$;
create or replace trigger free_busy_times after delete on busy_times referencing old table as gone
  for each statement execute function free_busy_times();
