-- Reports that admins ask for; the job queue makes the file. Whoever asked is a text: a report outlives the account.
create table reports (
  id text primary key,
  name text not null,
  type text not null constraint reports_type check (type in ('analytics', 'financial', 'performance', 'security')),
  "from" text not null,
  "to" text not null,
  status text not null default 'processing' constraint reports_status check (status in ('ready', 'processing', 'failed')),
  size bigint not null default 0,
  file text not null default '',
  problem text not null default '',
  author text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index reports_created on reports (created desc, id);
create index reports_waiting on reports (id) where status = 'processing';
