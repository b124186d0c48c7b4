-- When each scheduled piece of work was last begun, so that of several servers one begins it.
create table _cron_runs (
  id text primary key,
  begun timestamptz not null
);
