-- What was found of an instructor on the Traffic Police's public list, each time that somebody compared.
create table police_checks (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  "listedOn" text not null,
  outcome text not null
    constraint police_checks_outcome check (outcome in ('found', 'missing', 'name_differs', 'expired')),
  "listedName" text not null default '',
  note text not null default '',
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index police_checks_instructor on police_checks (instructor, created desc);
