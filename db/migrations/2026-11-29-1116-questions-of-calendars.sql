-- What of a calendar kept elsewhere can't be read is a question to its owner, with its line; and a calendar may be a file that was sent.
alter table outside_calendars add column questions jsonb not null default '[]';
alter table outside_calendars add column file text not null default '';
-- The times of a file, as nobody can be asked for it again: times further ahead are read from here.
alter table outside_calendars add column _times text not null default '';
-- Each address once; files have none.
alter table outside_calendars drop constraint outside_calendars_url;
create unique index outside_calendars_url on outside_calendars (instructor, url) where url <> '';
