-- Learners whom an instructor brought along. Those who joined pay no fee, see db/functions/booking.sql.
create table own_learners (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  name text not null,
  phone text not null default '',
  note text not null default '',
  "user" text not null default '',
  _user text generated always as (nullif("user", '')) stored references users (id) on delete restrict,
  "inviteCode" text not null default '',
  "joinedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint own_learners_code unique ("inviteCode"),
  constraint own_learners_user unique (instructor, _user)
);
create index own_learners_of on own_learners (instructor, created desc);
create index own_learners_user_of on own_learners (_user) where _user is not null;

-- Who brought a lesson's learner: an own learner of its instructor, or '' for the market.
alter table lessons add column "ownLearner" text not null default '';
