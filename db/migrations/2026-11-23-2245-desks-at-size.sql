-- Further sums that the analytics read (db/functions/sums.sql): with them neither a year's learners nor its hours on offer are gone through.

-- Of the learners whose first lesson was given in a month: how many were given their first one of that month, or of a later month, on a day.
create table cohort_days (
  cohort date not null,
  day date not null,
  learners integer not null,
  primary key (cohort, day)
);
-- The first day of each month of the year on which somebody was given a lesson, in order: what the cohorts are counted from.
alter table learner_years add column "taughtFrom" date[] not null default '{}';
alter table learner_years drop column taught, drop column "taughtMonths";

-- What lessons took of what was open, by instructor, day and month.
alter table offered_days add column booked integer not null default 0;
create table fill_months (
  instructor text not null,
  month date not null,
  minutes bigint not null,
  booked bigint not null,
  primary key (month, instructor)
);

-- The staff's list of lessons is searched by a part of the place. What is booked is only put aside, and sorted in by a sweeper: a booking never does it.
create index lessons_places on lessons using gin (pickup gin_trgm_ops, "postalCode" gin_trgm_ops) with (gin_pending_list_limit = 65536);

create index users_closed on users (_closed) where _closed is not null;

insert into stale_sums default values;
