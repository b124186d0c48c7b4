-- The instructors that somebody wants to find again.
create table saved_instructors (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  instructor text not null references instructors (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint saved_instructors_instructor unique ("user", instructor)
);
create index saved_instructors_by_instructor on saved_instructors (instructor);
