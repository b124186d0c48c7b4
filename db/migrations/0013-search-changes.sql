-- Search keeps the offers of all listed instructors in memory and asks, in each search, only for what changed since the last one.
-- Whatever changes what can be booked touches the instructor's calendar row; it now also carries the id of the transaction that did.
-- A reader remembers the snapshot of its last look and takes the rows that this snapshot could not see, so changes that commit out
-- of order are never missed.
alter table instructor_calendars add column xid xid8 not null default pg_current_xact_id();
create index instructor_calendars_xid on instructor_calendars (xid);

create function stamp_calendar() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end $$;
create trigger stamp_calendar before update on instructor_calendars for each row execute function stamp_calendar();

-- What concerns every instructor at once: holidays, and a profile that is gone with its calendar.
create table search_epochs (
  cause text primary key,
  xid xid8 not null
);
insert into search_epochs (cause, xid) values ('holidays', pg_current_xact_id()), ('removed_profiles', pg_current_xact_id());

create function stamp_epoch() returns trigger language plpgsql as $$
begin
  update search_epochs set xid = pg_current_xact_id() where cause = tg_argv[0];
  return null;
end $$;
create trigger search_epoch after insert or update or delete or truncate on holidays
  for each statement execute function stamp_epoch('holidays');
create trigger search_epoch after delete or truncate on instructors
  for each statement execute function stamp_epoch('removed_profiles');
