-- Who says to be at the meeting point, and when: evidence, a stamp a side for the time the lesson had.
create table arrivals (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  side text not null constraint arrivals_side check (side in ('learner', 'instructor')),
  -- The lesson's start when the stamp was made: it says nothing of another time.
  start timestamptz not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint arrivals_once unique (lesson, side, start)
);

-- One side says that the other is missing, and what that came to.
create table no_shows (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  missing text not null constraint no_shows_missing check (missing in ('learner', 'instructor')),
  text text not null default '',
  "refundCents" integer not null default 0 constraint "no_shows_refundCents" check ("refundCents" >= 0),
  "feeCents" integer not null default 0 constraint "no_shows_feeCents" check ("feeCents" >= 0),
  "creditCents" integer not null default 0 constraint "no_shows_creditCents" check ("creditCents" >= 0),
  "contestBy" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint no_shows_once unique (lesson)
);

-- The side said to be missing tells its story, and staff decide.
create table no_show_contests (
  id text primary key,
  "noShow" text not null references no_shows (id) on delete restrict,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint no_show_contests_once unique ("noShow")
);

create table no_show_decisions (
  id text primary key,
  contest text not null references no_show_contests (id) on delete restrict,
  missing text not null constraint no_show_decisions_missing check (missing in ('learner', 'instructor')),
  reason text not null,
  "refundCents" integer not null default 0,
  "creditCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint no_show_decisions_once unique (contest)
);
