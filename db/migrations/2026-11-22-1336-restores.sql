-- What came of each restoring of a backup. It is in no backup, so a restoring does not take the word of itself away.
create table _restores (
  id bigint generated always as identity primary key,
  backup text not null,
  by text not null default '',
  started timestamptz not null,
  finished timestamptz,
  state text not null constraint _restores_state check (state in ('checking', 'restoring', 'done', 'refused', 'failed')),
  message text not null default ''
);
