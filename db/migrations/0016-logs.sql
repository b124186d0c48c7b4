-- What was asked of the server and how it was answered, for the operator; kept for as many days as the settings say.
create table _logs (
  _seq bigint generated always as identity,
  id text primary key,
  created timestamptz not null,
  level integer not null,
  message text collate "C" not null,
  data jsonb not null
);
create index _logs_created on _logs (created, _seq);
