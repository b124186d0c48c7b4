-- Further sums, for questions of a year (db/functions/sums.sql). What each is counted from is there, so they are filled here, and nothing else is counted anew.

-- Searches by month, kept with those by day.
create table search_months (
  month date not null,
  area text not null,
  "fromHour" smallint not null,
  "toHour" smallint not null,
  searches integer not null,
  empty integer not null,
  primary key (month, area, "fromHour", "toHour")
);
insert into search_months (month, area, "fromHour", "toHour", searches, empty)
select date_trunc('month', day)::date, area, "fromHour", "toHour", sum(searches), sum(empty) from search_sums group by 1, 2, 3, 4;

-- Cancellations by the day of Singapore on which they were made.
create table cancellation_sums (
  day date not null,
  by text not null,
  "isLate" boolean not null,
  excuse text not null,
  cancellations integer not null,
  primary key (day, by, "isLate", excuse)
);
insert into cancellation_sums (day, by, "isLate", excuse, cancellations)
select (created at time zone 'Asia/Singapore')::date, "cancelledBy", "isLate", excuse, count(*) from cancellations
where created is not null group by 1, 2, 3, 4;

-- Days from having an account to the first lesson, in whose order the one in the middle is found without putting all in order.
alter table learner_firsts add column "waitedDays" double precision;
update learner_firsts set "waitedDays" = extract(epoch from start - joined)::double precision / 86400;
create index learner_firsts_waits on learner_firsts ("waitedDays", start);

-- What the kept sums were counted by: where it changes, they are counted anew. A migration that fills what it adds leaves it empty, as this one.
create table sums_counted_by (definition text not null);
