-- The learner says, too, that a lesson was given: it closes at once.
create table lesson_confirmations (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint lesson_confirmations_once unique (lesson)
);
