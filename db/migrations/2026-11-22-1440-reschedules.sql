-- A lesson's other time: taken at once, or proposed to the other side, which answers.
create table reschedules (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  start timestamptz not null,
  "fromStart" timestamptz not null,
  -- Who wants the other time; staff and superusers decide.
  side text not null constraint reschedules_side check (side in ('learner', 'instructor', 'admin')),
  reason text not null default '',
  status text not null constraint reschedules_status check (status in ('done', 'proposed', 'accepted', 'refused', 'lapsed')),
  "answerBy" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint reschedules_answer check (status <> 'proposed' or "answerBy" is not null)
);
create index reschedules_lesson on reschedules (lesson);
-- One proposal of a lesson waits at a time.
create unique index reschedules_one_open on reschedules (lesson) where status = 'proposed';
create index reschedules_due on reschedules ("answerBy", id) where status = 'proposed';
