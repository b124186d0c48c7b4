-- What happened in the car: that a lesson began, with the learner's code, and what was practised in it.
create table lesson_starts (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  "pdlSeen" boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint lesson_starts_once unique (lesson)
);

create table lesson_logs (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  skills jsonb not null default '[]',
  notes text not null default '',
  "mockTest" jsonb,
  odometer integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint lesson_logs_once unique (lesson),
  constraint lesson_logs_odometer check (odometer >= 0)
);
