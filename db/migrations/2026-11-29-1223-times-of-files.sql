-- The times of a file are asked for by its reading alone. In the row of their calendar every list of calendars carried them, megabytes of each.
create table outside_calendar_times (
  calendar text primary key references outside_calendars (id) on delete cascade,
  times text not null
);
insert into outside_calendar_times (calendar, times) select id, _times from outside_calendars where _times <> '';
alter table outside_calendars drop column _times;
