-- Reports in other forms than CSV, and those that are made by themselves every day, week or month.
create table report_schedules (
  id text primary key,
  name text not null,
  type text not null constraint report_schedules_type check (type in ('analytics', 'financial', 'performance', 'security')),
  format text not null default 'csv' constraint report_schedules_format check (format in ('csv', 'xlsx', 'pdf')),
  every text not null constraint report_schedules_every check (every in ('day', 'week', 'month')),
  paused boolean not null default false,
  "dueAt" timestamptz not null,
  author text not null default '',
  "authorName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index report_schedules_due on report_schedules ("dueAt") where not paused;

alter table reports add column format text not null default 'csv'
  constraint reports_format check (format in ('csv', 'xlsx', 'pdf'));
alter table reports add column schedule text not null default '';
-- Of a schedule one report a period, however often it is looked up.
create unique index reports_schedule on reports (schedule, "from") where schedule <> '';
