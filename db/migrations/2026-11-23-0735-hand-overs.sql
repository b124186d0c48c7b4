-- A learner goes on with another instructor: asked for by the learner or by the instructor, agreed to by the learner and by who takes over.
create table hand_overs (
  id text primary key,
  learner text not null references users (id) on delete cascade,
  "fromInstructor" text not null references instructors (id) on delete cascade,
  "toInstructor" text not null references instructors (id) on delete cascade,
  "askedBy" text not null default 'learner' constraint "hand_overs_askedBy" check ("askedBy" in ('learner', 'instructor')),
  note text not null default '',
  status text not null default 'waiting' constraint hand_overs_status check (status in ('waiting', 'done', 'refused', 'withdrawn')),
  "learnerAgreedAt" timestamptz,
  "takerAgreedAt" timestamptz,
  "doneAt" timestamptz,
  "refundCents" integer not null default 0 constraint "hand_overs_refundCents" check ("refundCents" >= 0),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint hand_overs_other check ("fromInstructor" <> "toInstructor"),
  constraint hand_overs_agreed check (status <> 'done' or ("learnerAgreedAt" is not null and "takerAgreedAt" is not null))
);
-- One question of each asker: that a learner asks somebody else is not found out by asking, too.
create unique index hand_overs_one_waiting on hand_overs (learner, "fromInstructor", "askedBy") where status = 'waiting';
create index hand_overs_learner on hand_overs (learner);
create index "hand_overs_fromInstructor" on hand_overs ("fromInstructor");
create index "hand_overs_toInstructor" on hand_overs ("toInstructor", status);
alter table package_refunds drop constraint package_refunds_reason;
alter table package_refunds add constraint package_refunds_reason
  check (reason in ('asked', 'no_slots', 'instructor_ends', 'expired', 'safety', 'handed_over'));
