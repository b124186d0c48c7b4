-- When instructors work. Rules are wall time in the instructor's zone; instants are UTC.
-- Whoever books or edits availability of an instructor first locks that instructor's row of instructor_calendars (booking-model.md 9).
create table instructor_calendars (
  instructor text primary key references instructors (id) on delete cascade,
  version bigint not null default 1
);

create function make_instructor_calendar() returns trigger language plpgsql as $$
begin
  insert into instructor_calendars (instructor) values (new.id);
  return null;
end $$;
create trigger make_instructor_calendar after insert on instructors for each row execute function make_instructor_calendar();

create table availability_rules (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  weekday integer not null constraint availability_rules_weekday check (weekday between 0 and 6),
  "startMinute" integer not null constraint "availability_rules_startMinute" check ("startMinute" between 0 and 1439),
  "endMinute" integer not null constraint "availability_rules_endMinute" check ("endMinute" between 1 and 1440),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint availability_rules_order check ("startMinute" < "endMinute")
);
create index availability_rules_instructor on availability_rules (instructor);

create table availability_overrides (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  date text not null constraint availability_overrides_date check (date ~ '^\d{4}-\d{2}-\d{2}$'),
  windows jsonb not null default '[]',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint availability_overrides_once unique (instructor, date)
);

create table time_off (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint time_off_order check (start < "end")
);
create index time_off_instructor on time_off (instructor, "end");

create table holidays (
  id text primary key,
  date text not null constraint holidays_date check (date ~ '^\d{4}-\d{2}-\d{2}$'),
  name text not null default '',
  closes boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint holidays_once unique (date)
);
