-- Sums that the pages of the platform's people read in place of a million lessons. Triggers note what became stale, `fold_sums()` counts that anew
-- (db/functions/sums.sql): whoever reads folds first, so nothing is ever older than the question.

-- What has to be counted again; a row of nulls alone means everything.
create table stale_sums (
  learner text,
  instructor text,
  day date,
  account text
);
insert into stale_sums default values;

-- Lessons by the day of Singapore on which they begin.
create table day_sums (
  day date not null,
  status text not null,
  lessons integer not null,
  primary key (day, status)
);

-- What was open for booking on a day, and what lessons took of it.
create table day_fills (
  day date primary key,
  "offeredMinutes" integer not null,
  "bookedMinutes" integer not null
);

-- The days of a year on which somebody had a lesson, a bit each, and the months in which they were given one.
create table learner_years (
  year smallint not null,
  learner text not null,
  agreed bit(366) not null,
  taught bit(366) not null,
  "taughtMonths" integer not null,
  primary key (year, learner)
);
create index learner_years_learner on learner_years (learner);
create table instructor_years (
  year smallint not null,
  instructor text not null,
  agreed bit(366) not null,
  primary key (year, instructor)
);
create index instructor_years_instructor on instructor_years (instructor);

-- When each learner's first lesson that was given began, and when they joined.
create table learner_firsts (
  learner text primary key,
  start timestamptz not null,
  joined timestamptz
);
create index learner_firsts_start on learner_firsts (start) include (joined);

-- When each account was seen last, and the later of that and when it was made: who is active is asked of so many at once.
create table account_seen (
  account text primary key,
  standing text not null check (standing in ('open', 'pending', 'suspended', 'closed')),
  recent timestamptz,
  at timestamptz
);
create index account_seen_at on account_seen (at desc nulls last, account);
create index account_seen_standing on account_seen (standing, recent);

-- How many accounts were seen or made last on a day; 'infinity' for those of whom neither is known.
create table account_days (
  standing text not null,
  day date not null,
  accounts integer not null,
  primary key (standing, day)
);

-- The orders of the list of accounts, and its search.
create extension if not exists pg_trgm;
create index users_words on users using gin (name gin_trgm_ops, email gin_trgm_ops);
create index users_name on users (lower(name), id) where _closed is null;
create index users_email_order on users (lower(email), id) where _closed is null;
create index users_role on users (role, lower(name), id) where _closed is null;
drop index users_created;
create index users_created on users (created desc nulls last, id) include (_closed);

-- Those of the list of lessons, written as records are sorted: an empty date is the least, and ids go by their bytes.
drop index lessons_start;
create index lessons_start on lessons (start desc nulls last, id collate "C" desc) include (learner, instructor, status, "durationMinutes");
create index lessons_status_start on lessons (status, start desc nulls last, id collate "C" desc);
create index lessons_price on lessons ("priceCents", id collate "C");
create index lessons_created on lessons (created desc nulls last, id collate "C" desc);

-- Reasons of cancellation are counted from the index alone.
drop index cancellations_created;
create index cancellations_created on cancellations (created desc, id) include ("cancelledBy", "isLate", excuse);

-- Requests, the latest first.
create index support_requests_latest on support_requests ("lastMessageAt" desc nulls last, _seq);
