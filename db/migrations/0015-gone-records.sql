-- Deleted records for as long as other servers need to work out whom to tell. Nothing is lost with it: clients that were not told read anew.
create unlogged table _gone_records (
  id bigint generated always as identity primary key,
  record jsonb not null,
  at timestamptz not null
);
