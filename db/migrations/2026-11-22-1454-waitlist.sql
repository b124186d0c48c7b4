-- Who waits for a time, what was freed, and whom it was offered to.
create table waitlist_entries (
  id text primary key,
  learner text not null references users (id) on delete cascade,
  "licenceClass" text not null,
  areas jsonb not null default '[]',
  windows jsonb not null default '[]',
  before text not null default '',
  instructor text not null default '',
  _instructor text generated always as (nullif(instructor, '')) stored
    constraint waitlist_entries_instructor_fkey references instructors (id) on delete cascade,
  -- `open` waits; `done` got a lesson by it; `over`: the last day that helped is past.
  status text not null default 'open' constraint waitlist_entries_status check (status in ('open', 'done', 'over')),
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index waitlist_entries_learner on waitlist_entries (learner);
create index waitlist_entries_open on waitlist_entries ("licenceClass", instructor) where status = 'open';
create index waitlist_entries_instructor on waitlist_entries (_instructor);

-- A stretch of an instructor's time that became free, until it is taken, past, or nobody is left to ask.
create table freed_times (
  id bigint generated always as identity primary key,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  -- When the next round of offers is due; null when there will be none.
  "nextRoundAt" timestamptz,
  constraint freed_times_once unique (instructor, start, "end")
);
create index freed_times_due on freed_times ("nextRoundAt", id) where "nextRoundAt" is not null;

create table waitlist_offers (
  id text primary key,
  entry text not null references waitlist_entries (id) on delete cascade,
  learner text not null references users (id) on delete cascade,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "durationMinutes" integer not null,
  "expiresAt" timestamptz not null,
  status text not null
    constraint waitlist_offers_status check (status in ('open', 'taken', 'lapsed', 'declined')),
  -- The lesson by which it was taken.
  lesson text not null default '',
  _freed bigint not null references freed_times (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint waitlist_offers_once unique (_freed, entry)
);
create index waitlist_offers_entry on waitlist_offers (entry);
create index waitlist_offers_learner on waitlist_offers (learner);
create index waitlist_offers_open on waitlist_offers (instructor, start) where status = 'open';
create index waitlist_offers_lesson on waitlist_offers (lesson) where lesson <> '';
