-- Lessons of learners without an account: they name an own learner of their instructor instead. The calendar's constraint holds for them as for
-- all; the learner's binds accounts only. What was paid for them in the car is written down by the instructor and is no money of the books.
alter table lessons
  drop constraint lessons_learner_fkey,
  drop constraint lessons_learner_overlap,
  add column _learner text generated always as (nullif(learner, '')) stored
    constraint lessons_learner_fkey references users (id) on delete restrict,
  add column "_ownLearner" text generated always as (nullif("ownLearner", '')) stored
    constraint "lessons_ownLearner_fkey" references own_learners (id) on delete restrict,
  add constraint lessons_learner check (learner <> '' or "ownLearner" <> ''),
  add constraint lessons_learner_overlap exclude using gist (learner with =, occupied with &&) where (
    learner <> '' and status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor'));
create index lessons_learner_account on lessons (_learner) where _learner is not null;
create index lessons_own_learner on lessons ("_ownLearner", start) where "_ownLearner" is not null;

create table own_payments (
  id text primary key,
  "ownLearner" text not null references own_learners (id) on delete restrict,
  "amountCents" integer not null constraint "own_payments_amountCents" check ("amountCents" between 1 and 1000000),
  method text not null constraint own_payments_method check (method in ('cash', 'paynow')),
  "paidOn" text not null,
  note text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index own_payments_of on own_payments ("ownLearner", "paidOn" desc);

-- What an instructor writes down about somebody they teach, for themselves alone.
create table student_notes (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  learner text not null references users (id) on delete cascade,
  text text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint student_notes_learner unique (instructor, learner)
);
create index student_notes_of on student_notes (learner);
