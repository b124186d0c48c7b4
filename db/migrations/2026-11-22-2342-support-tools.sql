-- Answers that the support gives often, and what a request is about.
create table saved_answers (
  id text primary key,
  title text not null,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

create table support_joins (
  id text primary key,
  request text not null references support_requests (id) on delete cascade,
  kind text not null constraint support_joins_kind check (kind in ('lesson', 'payment', 'person')),
  record text not null,
  label text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint support_joins_record unique (request, kind, record)
);
