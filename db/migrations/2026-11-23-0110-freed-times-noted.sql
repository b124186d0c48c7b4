-- Freed times say when they were noted, as few enough are in an hour, and are found once they are past.
alter table freed_times add column "notedAt" timestamptz not null default now();
create index freed_times_end on freed_times ("end");
create index freed_times_noted on freed_times (instructor, "notedAt");
