-- How often people searched for instructors, and how often nobody was found: by day of Singapore, the place and the hours they wanted. It names
-- no person. `fromHour` 0 and `toHour` 24 stand for any time of day, an empty area for anywhere.
create table search_sums (
  day date not null,
  area text not null,
  "fromHour" smallint not null check ("fromHour" between 0 and 23),
  "toHour" smallint not null check ("toHour" between 1 and 24),
  searches integer not null,
  empty integer not null,
  primary key (day, area, "fromHour", "toHour")
);

-- What instructors had open for booking when a day began. Weekly hours change: what a past day offered is known only if it was written down then.
create table offered_days (
  instructor text not null references instructors (id) on delete cascade,
  day date not null,
  minutes integer not null check (minutes >= 0),
  primary key (day, instructor)
);
create index offered_days_instructor on offered_days (instructor);

-- What the analytics count by the time a lesson starts, without reading the lessons themselves.
create index lessons_start on lessons (start) include (learner, instructor, status, "durationMinutes");
create index cancellations_created on cancellations (created desc, id);
create index users_created on users (created);
