-- Lessons. No two occupying lessons of one instructor, nor of one learner, can overlap, whatever code writes them (G1, G2).
create extension if not exists btree_gist;

create table policies (
  version integer primary key,
  "effectiveFrom" timestamptz not null,
  rules jsonb not null
);

create table lessons (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  start timestamptz not null,
  "end" timestamptz not null,
  "durationMinutes" integer not null,
  pickup text not null default '',
  "postalCode" text not null default '',
  note text not null default '',
  status text not null constraint lessons_status check (status in (
    'held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'expired', 'declined',
    'cancelled_by_learner', 'cancelled_by_instructor', 'no_show_learner', 'no_show_instructor', 'disputed')),
  "priceCents" integer not null constraint "lessons_priceCents" check ("priceCents" >= 0),
  lines jsonb not null default '[]',
  "holdExpiresAt" timestamptz,
  "requestExpiresAt" timestamptz,
  "confirmedAt" timestamptz,
  "policyVersion" integer not null default 1,
  "cancellationHours" integer not null default 24,
  "startCode" text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  occupied tstzrange generated always as (tstzrange(start, "end", '[)')) stored,
  constraint lessons_order check (start < "end"),
  constraint "lessons_durationMinutes" check ("durationMinutes" between 5 and 2880),
  constraint lessons_length check ("end" = start + make_interval(mins => "durationMinutes")),
  constraint lessons_instructor_overlap exclude using gist (instructor with =, occupied with &&) where (status in (
    'held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')),
  constraint lessons_learner_overlap exclude using gist (learner with =, occupied with &&) where (status in (
    'held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor'))
);
create index lessons_instructor_start on lessons (instructor, start);
create index lessons_learner_start on lessons (learner, start);
create index lessons_hold on lessons ("holdExpiresAt") where status = 'held';
