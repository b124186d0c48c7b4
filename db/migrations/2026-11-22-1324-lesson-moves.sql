-- The history of a lesson: one row a move, from its hold on. The lesson's `sequence` counts its moves; calendars go by it.
alter table lessons add column sequence integer not null default 0;

create table lesson_moves (
  id text primary key,
  -- Deferrable: an import may write the history before the lesson.
  lesson text not null references lessons (id) on delete cascade deferrable,
  "from" text not null default '',
  "to" text not null,
  event text not null,
  actor text not null default '',
  "actorRole" text not null constraint "lesson_moves_actorRole" check ("actorRole" in ('learner', 'instructor', 'admin', 'superuser', 'system')),
  reason text not null default '',
  "policyVersion" integer not null default 1,
  sequence integer not null,
  created timestamptz,
  _seq bigint generated always as identity,
  constraint lesson_moves_sequence unique (lesson, sequence)
);

-- What happened before the history was kept is not known; each begins with the state it was found in.
insert into lesson_moves (id, lesson, "to", event, "actorRole", "policyVersion", sequence, created)
select substr(md5(id || ':0'), 1, 15), id, status, 'given', 'system', "policyVersion", 0, coalesce(updated, created) from lessons;

-- What a move is: its event, where it leads, who made it and why.
create type lesson_move as (event text, to_status text, actor text, actor_role text, reason text);

-- Whether an instructor gives a lesson at this moment is asked at each start.
create index lessons_running on lessons (instructor) where status = 'in_progress';
