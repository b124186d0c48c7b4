-- Calendars that instructors keep elsewhere, and when those say that they are busy. Nothing else of what stands in them is kept.
create table outside_calendars (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  name text not null default '',
  url text not null default '',
  host text not null default '',
  "readAt" timestamptz,
  "triedAt" timestamptz,
  "failingSince" timestamptz,
  problem text not null default '',
  "unreadEvents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  -- When it is read next, how often in a row that failed, and what its server named the state that was read last.
  _due timestamptz not null default '-infinity',
  _failures integer not null default 0,
  _etag text not null default '',
  _last_modified text not null default '',
  -- Until when an unchanged calendar need not be read in full.
  _known_until timestamptz,
  _seq bigint generated always as identity,
  constraint outside_calendars_url unique (instructor, url)
);
create index outside_calendars_due on outside_calendars (_due);

create table busy_times (
  id text primary key default left(md5(random()::text || clock_timestamp()::text), 15),
  instructor text not null references instructors (id) on delete cascade,
  calendar text not null references outside_calendars (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  _seq bigint generated always as identity,
  constraint busy_times_order check (start < "end"),
  constraint busy_times_once unique (calendar, start, "end")
);
create index busy_times_instructor on busy_times (instructor, "end");
