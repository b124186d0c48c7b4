-- Each instructor has one row of instructor_calendars: its lock is taken by whoever books or edits, its version tells readers that
-- something changed, and its transaction id tells the search which offers to read again.

-- Every instructor has a calendar from the first moment on.
create or replace function make_instructor_calendar() returns trigger language plpgsql as $$
begin
  insert into instructor_calendars (instructor) values (new.id);
  return null;
end $$;
create or replace trigger make_instructor_calendar after insert on instructors for each row execute function make_instructor_calendar();

-- Which transaction changed the calendar last.
create or replace function stamp_calendar() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end $$;
create or replace trigger stamp_calendar before update on instructor_calendars for each row execute function stamp_calendar();

-- Whoever changes what can be booked takes the same lock and leaves a new version of the calendar, whatever code writes.
create or replace function touch_calendar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update instructor_calendars set version = version + 1 where instructor = old.instructor;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.instructor <> old.instructor) then
    update instructor_calendars set version = version + 1 where instructor = new.instructor;
  end if;
  return null;
end $$;
create or replace trigger touch_calendar after insert or update or delete on availability_rules for each row execute function touch_calendar();
create or replace trigger touch_calendar after insert or update or delete on availability_overrides for each row execute function touch_calendar();
create or replace trigger touch_calendar after insert or update or delete on time_off for each row execute function touch_calendar();
create or replace trigger touch_calendar after insert or delete or update of instructor, status, start, "end", "holdExpiresAt" on lessons
  for each row execute function touch_calendar();
-- A pick-up decides which times leave room for the drive; one that is erased is of a lesson long past.
create or replace trigger touch_calendar_by_pickup after update of "postalCode" on lessons for each row
  when (new."postalCode" <> '' and new."postalCode" <> old."postalCode") execute function touch_calendar();

-- What is offered is part of the calendar, too.
create or replace function touch_own_calendar() returns trigger language plpgsql as $$
begin
  update instructor_calendars set version = version + 1 where instructor = new.id;
  return null;
end $$;
create or replace trigger touch_own_calendar after update on instructors for each row execute function touch_own_calendar();

-- A holiday changes everybody's calendar.
create or replace function touch_all_calendars() returns trigger language plpgsql as $$
begin
  perform 1 from instructor_calendars order by instructor for no key update;
  update instructor_calendars set version = version + 1;
  return null;
end $$;
create or replace trigger touch_all_calendars after insert or update or delete on holidays
  for each statement execute function touch_all_calendars();

-- What concerns every instructor at once: holidays, and a profile that is gone with its calendar.
create or replace function stamp_epoch() returns trigger language plpgsql as $$
begin
  update search_epochs set xid = pg_current_xact_id() where cause = tg_argv[0];
  return null;
end $$;
create or replace trigger search_epoch after insert or update or delete or truncate on holidays
  for each statement execute function stamp_epoch('holidays');
create or replace trigger search_epoch after delete or truncate on instructors
  for each statement execute function stamp_epoch('removed_profiles');
